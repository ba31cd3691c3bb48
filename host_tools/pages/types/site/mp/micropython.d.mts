export interface Files {
  analyzePath(path: string): { exists: boolean };
  mkdir(path: string): void;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: {
    open(stream: { seekable: boolean }): void; close(): void;
    read(stream: object, heap: Uint8Array, at: number, length: number): number;
    write(stream: object, heap: Uint8Array, at: number, length: number): number;
  }): void;
  mkdev(path: string, mode: number, device: number): void;
  writeFile(path: string, bytes: Uint8Array): void;
  lookupPath(path: string): { node: { usedBytes: number; stream_ops: object } };
  unlink(path: string): void;
}
export interface Interpreter {
  FS: Files;
  runPython(code: string): void;
  pyimport(module: string): any;
}
export function loadMicroPython(options: {
  url?: string; heapsize: number; stdout(line: string): void; stderr(line: string): void;
}): Promise<Interpreter>;
