const SystemDate = Date;
let shift = 0;

/** Lets this thread's clock show a time that is so many milliseconds ahead, as after somebody set it. Steady clocks stay. */
export function shiftClock(milliseconds: number): void {
  shift = milliseconds;
  globalThis.Date = ShiftedDate as DateConstructor;
}

class ShiftedDate extends SystemDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(SystemDate.now() + shift);
    else super(...parts);
  }

  static override now(): number {
    return SystemDate.now() + shift;
  }
}
