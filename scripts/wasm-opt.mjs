// How wasm is optimised: the page by scripts/split-program.mjs, and what
// benches/engine measures, so that the engine is measured as it is shipped.

export const WASM_OPT = [
  "-Oz",
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--enable-reference-types",
  "--enable-multivalue",
];
