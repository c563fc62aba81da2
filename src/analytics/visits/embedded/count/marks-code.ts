import { visitorMarksCode } from './visitor-marks.generated.ts';

/** What `visitor-marks.as` exports. Numbers are addresses unless its comments say otherwise. */
interface MarksCode {
  markRun(marks: number, offset: number, end: number, width: number, visitor: number): number;
  takeAll(marks: number, end: number, into: number): void;
  countGroups(marks: number, runs: number, end: number, bases: number, counts: number): void;
  keepRows(
    classes: number,
    end: number,
    column: number,
    width: number,
    mask: number,
    table: number,
    size: number,
  ): void;
  keepBetween(classes: number, end: number, column: number, width: number, from: number, to: number): void;
  lookUp(words: number, end: number, divisor: number, table: number): void;
  highest(words: number, end: number): number;
  gather(
    classes: number,
    end: number,
    visitor: number,
    column: number,
    width: number,
    counts: number,
    into: number,
  ): number;
  gatherRuns(classes: number, visitor: number, runs: number, runsEnd: number, counts: number, into: number): number;
  scatter(entries: number, end: number, places: number, into: number): void;
}

/** Node has it; the types of Node do not. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => {
    readonly buffer: ArrayBuffer;
    grow(pages: number): void;
  };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const pageBytes = 65_536;

/** One for each thread: the memory grows with the number of visitors and stays, since it cannot be given back. */
const memory = new WebAssembly.Memory({ initial: 1 });
let code: MarksCode | undefined;

export function loadMarksCode(): MarksCode {
  return (code ??= new WebAssembly.Instance(new WebAssembly.Module(visitorMarksCode), { env: { memory } })
    .exports as MarksCode);
}

export function bytesOfMarksMemory(): number {
  return memory.buffer.byteLength;
}

/** At least so much; what was returned before must not be used afterwards. */
export function marksMemory(bytes: number): ArrayBuffer {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  return memory.buffer;
}
