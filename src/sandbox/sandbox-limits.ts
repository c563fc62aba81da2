/** What one command may take. The guide and the help of the setting state these figures. */
export interface SandboxLimits {
  readonly seconds: number;
  /** Of all its processes and all the files that it has, in bytes; files are kept in memory. */
  readonly memory: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Bytes that it may print. */
  readonly output: number;
}

/** The build of a documentation of thousands of pages fits in; a server of 4 GiB goes on working beside it. */
export const sandboxLimits: SandboxLimits = {
  seconds: 600,
  memory: 2 * 1024 ** 3,
  processes: 512,
  output: 16 * 1024 ** 2,
};
