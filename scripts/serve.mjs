// Serves a folder of static files on the loopback address, for trying the page
// and for its tests. What it sends is what docs ask of a real host:
// - the right types (browsers compile wasm while it loads only if it is
//   sent as application/wasm),
// - Access-Control-Allow-Origin: *, without which a page in a frame with
//   sandbox="allow-scripts" cannot load its own scripts,
// - no-cache, since developers reload to see what is new.
//
//   node scripts/serve.mjs [FOLDER] [--port N]

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Serves `folder` below `base` (for instance "/course/memory/").
 * `headers` adds to, or with undefined takes away from, what is sent;
 * `types` overrides content types by extension; `missing` is a test of the
 * path for files that are to be refused, so that failed downloads can be tried.
 * Resolves to `{ origin, url, close }`.
 */
export async function serveFolder(
  folder,
  { port = 0, base = "/", headers = {}, types = {}, missing = () => false } = {},
) {
  const root = resolve(folder);
  const common = {
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
  const send = (response, status, extra = {}) => {
    for (const [name, value] of Object.entries({ ...common, ...extra })) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.statusCode = status;
  };
  const server = createServer(async (request, response) => {
    try {
      const file = await find(root, base, request.url ?? "/");
      if (request.method !== "GET" && request.method !== "HEAD") {
        send(response, 405, { Allow: "GET, HEAD" });
        response.end();
      } else if (file === undefined || missing(file)) {
        send(response, 404, { "Content-Type": "text/plain; charset=utf-8" });
        response.end("There is nothing here.\n");
      } else {
        const type = { ...TYPES, ...types }[extname(file)] ?? "application/octet-stream";
        send(response, 200, { "Content-Type": type, "Content-Length": (await stat(file)).size });
        if (request.method === "HEAD") response.end();
        else createReadStream(file).on("error", () => response.destroy()).pipe(response);
      }
    } catch {
      response.destroy();
    }
  });
  await new Promise((done, refuse) => {
    server.once("error", refuse);
    server.listen(port, "127.0.0.1", done);
  });
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    url: origin + base,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** The file that a request's path names, undefined where there is none. */
async function find(root, base, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  if (!path.startsWith(base) || path.includes("\0")) return undefined;
  let file = normalize(join(root, path.slice(base.length)));
  if (file !== root && !file.startsWith(root + sep)) return undefined;
  try {
    if ((await stat(file)).isDirectory()) file = join(file, "index.html");
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

async function main(args) {
  const at = args.indexOf("--port");
  const port = at < 0 ? 8080 : Number(args.splice(at, 2)[1]);
  const folder = args[0] ?? "dist";
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("serve: --port takes a number from 0 to 65535");
    process.exit(2);
  }
  try {
    const { url } = await serveFolder(folder, { port });
    console.log(`The page is at ${url} (Ctrl+C ends it)`);
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    console.error(`serve: port ${port} is taken; choose another one: make serve PORT=8081`);
    process.exit(1);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(process.argv.slice(2));
}
