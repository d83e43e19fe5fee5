"""Starts llama.cpp's server on the loopback address for `make test-llm`.

    python serve.py WEIGHTS TEMPLATE CONTEXT [PORT]

Port 0, the default, takes a free one. One line of JSON on stdout says the address once it
answers; stderr is the server's log. SIGTERM ends it.
"""

import json
import os
import sys
import threading

import xllamacpp

weights, template, context, port = (*sys.argv[1:], "0")[:4]
settings = xllamacpp.CommonParams()
settings.model.path = weights
# Without it the name of the model is the path of its file.
settings.model_alias = {"SmolLM2-135M-Instruct"}
settings.hostnames = ["127.0.0.1"]
settings.port = int(port)
settings.n_ctx = int(context)
settings.n_parallel = 1  # one slot: the whole context for one conversation
# Two threads wait for each other: beside other work two are slower than one.
settings.cpuparams.n_threads = 2 if os.getloadavg()[0] < 1.5 else 1
# What was read is kept, also behind a few changed words (the counts of what lies outside change
# with every message): without it the whole prompt is read anew at each call.
settings.n_cache_reuse = 32
settings.use_jinja = True
settings.ui = False
settings.warmup = False
# What was measured to call best: some chance, and no penalty for repeating.
settings.sampling.temp = 0.7
settings.sampling.seed = 7
with open(template, encoding="utf-8") as file:
    settings.chat_template = file.read()
server = xllamacpp.Server(settings)
print(json.dumps({"url": server.listening_address}), flush=True)
threading.Event().wait()
