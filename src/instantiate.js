// Starts a file of the program that was fetched after the first screen
// (scripts/split-program.mjs puts it into the page's module).

/**
 * Instantiates the wasm of a response, while it loads where the browser can do
 * that and the host says that it is wasm. Throws with the file's address where
 * the host does not have it.
 */
export async function instantiate(coming, imports) {
  const response = await coming;
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  const type = response.headers.get("Content-Type") || "";
  const streams = typeof WebAssembly.instantiateStreaming === "function" && /^application\/wasm\s*$/i.test(type);
  if (streams) return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
