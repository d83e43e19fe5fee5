//! MemGPT Playground: the memory hierarchy of MemGPT, run step by step.
