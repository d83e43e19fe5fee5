// Starts the program, and says in words what is wrong when it cannot start or
// breaks. A classic script on purpose: it must run where modules do not, as in
// a page opened as a file. scripts/finish-page.mjs tells it in data attributes
// where the program is.
(function () {
  "use strict";

  var script = document.currentScript;
  var started = false;
  var finished = false;

  var TEXTS = {
    en: {
      cannotStart: "The page cannot start",
      broke: "The page stopped because of an error of its own",
      loading: "Loading…",
      reload: "Reload",
      file:
        "It was opened as a file (file://), and browsers do not load WebAssembly that way. " +
        "Open it from a server: run “python3 -m http.server” in its folder and go to http://127.0.0.1:8000.",
      noWebAssembly:
        "This browser has no WebAssembly, or it is turned off (some protected modes do that). " +
        "Turn it on for this site, or open the page in another browser.",
      tooOld: "This browser is too old for this page's WebAssembly. Update it, or open the page in another browser.",
      download: "A part of it could not be downloaded. Check the connection and reload. Missing:",
      blocked:
        "Its program was downloaded but is not allowed to run: a browser extension or the security policy of the site " +
        "that shows it blocks it. Try the page in a tab of its own.",
      sandbox:
        "It is shown in a closed frame (sandbox without allow-same-origin), and its server does not allow that. " +
        "For the owner of the site: send the header “Access-Control-Allow-Origin: *” with the page's files, or add " +
        "“allow-same-origin” to the sandbox attribute of the frame.",
      unknown: "Something unexpected happened while it was starting.",
      brokeHelp: "What you see is its last state and no longer reacts. Reload to go on.",
    },
    es: {
      cannotStart: "La página no puede empezar",
      broke: "La página se ha parado por un error suyo",
      loading: "Cargando…",
      reload: "Recargar",
      file:
        "Se ha abierto como fichero (file://), y así los navegadores no cargan WebAssembly. " +
        "Ábrela desde un servidor: ejecuta «python3 -m http.server» en su carpeta y ve a http://127.0.0.1:8000.",
      noWebAssembly:
        "Este navegador no tiene WebAssembly, o está desactivado (lo hacen algunos modos protegidos). " +
        "Actívalo para este sitio o abre la página en otro navegador.",
      tooOld:
        "Este navegador es demasiado antiguo para el WebAssembly de esta página. Actualízalo o ábrela en otro navegador.",
      download: "Una parte no se ha podido descargar. Comprueba la conexión y recarga. Falta:",
      blocked:
        "Su programa se ha descargado, pero no se le deja funcionar: lo bloquea una extensión del navegador o la " +
        "política de seguridad del sitio que la muestra. Prueba a abrir la página en una pestaña propia.",
      sandbox:
        "Se muestra en un marco cerrado (sandbox sin allow-same-origin) y su servidor no lo permite. " +
        "Para quien administra el sitio: envía la cabecera «Access-Control-Allow-Origin: *» con los ficheros de la " +
        "página, o añade «allow-same-origin» al atributo sandbox del marco.",
      unknown: "Ha ocurrido algo inesperado al empezar.",
      brokeHelp: "Lo que ves es su último estado y ya no responde. Recarga para seguir.",
    },
  };

  /** The language of the running page, else of the address, else of the browser. */
  function language() {
    if (started) return document.documentElement.lang === "es" ? "es" : "en";
    var asked = /[#&?]lang=(es|en)\b/.exec(location.hash);
    if (asked) return asked[1];
    return /^es\b/i.test(navigator.language || "") ? "es" : "en";
  }

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  function remove(id) {
    var found = document.getElementById(id);
    if (found) found.remove();
  }

  /** Shows the one notice: `help` is a key of TEXTS, `detail` is for developers. */
  function notice(title, help, detail) {
    if (finished) return;
    finished = true;
    remove("start-loading");
    var texts = TEXTS[language()];
    var box = element("div", "start-notice" + (started ? " start-broken" : ""));
    box.id = "start-notice";
    box.lang = language();
    box.setAttribute("role", "alert");
    var reload = element("button", "", texts.reload);
    reload.type = "button";
    reload.addEventListener("click", function () {
      location.reload();
    });
    box.append(element("h2", "", texts[title]), element("p", "", texts[help]));
    if (detail) box.append(element("p", "start-detail", String(detail)));
    box.append(reload);
    document.body.append(box);
  }

  function cannotStart(help, detail) {
    notice("cannotStart", help, detail);
  }

  /** The program calls it when it panics, tests and hosts may too. */
  window.__memgpt_broken = function (detail) {
    if (started) notice("broke", "brokeHelp", detail);
    else cannotStart("unknown", detail);
  };

  /** A program that trapped is dead, whatever led to it. */
  function watchForTraps(event) {
    var error = event.error || event.reason;
    if (started && error instanceof WebAssembly.RuntimeError) window.__memgpt_broken(error.message);
  }

  /** A file dropped before the program can take it: kept for it, and not opened by the browser. */
  window.__memgpt_dropped = null;
  function keepDropped(event) {
    var transfer = event.dataTransfer;
    if (!transfer || Array.prototype.indexOf.call(transfer.types, "Files") < 0) return;
    event.preventDefault();
    if (event.type === "drop" && "__memgpt_dropped" in window) window.__memgpt_dropped = transfer.files[0];
  }
  document.addEventListener("dragover", keepDropped);
  document.addEventListener("drop", keepDropped);

  function opaqueOrigin() {
    return self.origin === "null";
  }

  /** Resolves to undefined when the file can be downloaded, else to the reason. */
  function downloadProblem(address) {
    return fetch(address).then(
      function (response) {
        return response.ok ? undefined : response.status + " " + address;
      },
      function () {
        return address;
      }
    );
  }

  /** Explains why the program's module did not load. */
  function explainModule(address, error) {
    return downloadProblem(address).then(function (problem) {
      if (problem === undefined) cannotStart("blocked", error);
      else if (opaqueOrigin()) cannotStart("sandbox", problem);
      else cannotStart("download", problem);
    });
  }

  /**
   * What to give to the module's init: the response, compiled while it loads,
   * or its bytes where the host sends another type than application/wasm or
   * the browser cannot compile from a stream.
   */
  function source(response) {
    var type = response.headers.get("Content-Type") || "";
    var streams = typeof WebAssembly.instantiateStreaming === "function" && /^application\/wasm\s*$/i.test(type);
    return streams ? response : response.arrayBuffer();
  }

  function start() {
    var moduleAddress = new URL(script.dataset.module, document.baseURI).href;
    var wasmAddress = new URL(script.dataset.wasm, document.baseURI).href;
    var problem;
    var bytes = fetch(wasmAddress).then(
      function (response) {
        if (!response.ok) problem = response.status + " " + wasmAddress;
        return response;
      },
      function () {
        problem = wasmAddress;
      }
    );
    return import(moduleAddress).then(
      function (program) {
        return bytes
          .then(function (response) {
            if (problem !== undefined) {
              cannotStart(opaqueOrigin() ? "sandbox" : "download", problem);
              return undefined;
            }
            // From here on the program runs; what it throws is its own fault.
            return Promise.resolve(source(response)).then(function (input) {
              return program.default({ module_or_path: input });
            });
          })
          .then(function () {
            if (!finished) started = true;
          })
          .catch(function (error) {
            var help =
              error instanceof WebAssembly.CompileError
                ? /unsafe-eval|Content Security Policy|blocked/i.test(error.message)
                  ? "blocked"
                  : "tooOld"
                : "unknown";
            cannotStart(help, error);
          });
      },
      function (error) {
        return explainModule(moduleAddress, error);
      }
    );
  }

  /**
   * The way back from OpenRouter's sign-in: what it brings must not stay in the address. The
   * program takes it from here once (src/app/platform/sign_in.rs). Inside a frame it is dropped.
   */
  function takeReturn() {
    var query = location.search.slice(1);
    if (!/(^|&)state=/.test(query) || !/(^|&)(code|error)=/.test(query)) return;
    var at = location.hash;
    try {
      at = sessionStorage.getItem("memgpt-playground.sign-in-at") || at;
      sessionStorage.removeItem("memgpt-playground.sign-in-at");
    } catch (error) {
      // Without storage no sign-in was begun here.
    }
    history.replaceState(null, "", location.pathname + at);
    if (window.top === window.self) window.__memgpt_returned = query;
  }

  takeReturn();
  remove("start-blocked");
  window.addEventListener("error", watchForTraps);
  window.addEventListener("unhandledrejection", watchForTraps);
  if (location.protocol === "file:") return cannotStart("file");
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiate !== "function") {
    return cannotStart("noWebAssembly");
  }
  var slow = setTimeout(function () {
    if (started || finished) return;
    var loading = element("p", "start-loading", TEXTS[language()].loading);
    loading.id = "start-loading";
    loading.lang = language();
    document.body.prepend(loading);
  }, 1500);
  start().then(function () {
    clearTimeout(slow);
    remove("start-loading");
  });
})();
