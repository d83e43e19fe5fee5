// Fetches the second program. Beside the page, never by an address that anyone gave.
export async function fetchConversation() {
  const here = new URL("./", document.baseURI);
  const program = await import(new URL("conversation.js", here).href);
  await program.default({ module_or_path: new URL("conversation_bg.wasm", here) });
  return program.answer;
}
