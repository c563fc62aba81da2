/** How the kernel names an architecture, and its numbers of the calls that we refuse. */
interface Architecture {
  readonly audit: number;
  readonly refused: readonly number[];
  readonly map: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly setsockopt: number;
  /** First number of another set of calls that the same processor takes. */
  readonly otherCallsFrom?: number;
}

/**
 * In this order: memfd_create, memfd_secret, shmget, which give memory that nobody can see us count; io_uring_setup, bpf,
 * userfaultfd, perf_event_open, add_key, request_key, keyctl, which no build needs and much of the kernel hangs on.
 */
const architectures: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    refused: [319, 447, 29, 425, 321, 323, 298, 248, 249, 250],
    map: 9,
    socket: 41,
    socketpair: 53,
    setsockopt: 54,
    otherCallsFrom: 0x40000000,
  },
  arm64: {
    audit: 0xc00000b7,
    refused: [279, 447, 194, 425, 280, 282, 241, 217, 218, 219],
    map: 222,
    socket: 198,
    socketpair: 199,
    setsockopt: 208,
  },
};

const code = { load: 0x20, equal: 0x15, atLeast: 0x35, and: 0x54, answer: 0x06 } as const;
/** The lower half of each argument. */
const offset = { call: 0, architecture: 4, first: 16, second: 24, third: 32, fourth: 40 } as const;
const allow = 0x7fff0000;
const endProcess = 0x80000000;
/** ENOSYS: as on a kernel that does not have the call, which programs know how to do without. */
const noSuchCall = 0x00050026;
/** ENOMEM */
const noMemory = 0x0005000c;
/** EAFNOSUPPORT */
const noSuchFamily = 0x00050061;
/** EPERM */
const notPermitted = 0x00050001;
/** AF_UNIX, AF_INET, AF_INET6: what programs of a build use among themselves. The network has only the loopback. */
const families = [1, 2, 10] as const;
/** SOL_SOCKET, and of it SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE: buffers keep the size that they are charged at. */
const ofSockets = 1;
const bufferSizes = [7, 8, 32, 33] as const;
/**
 * MAP_SHARED and MAP_ANONYMOUS: such memory stays when a process says that it does not need it, and then nothing shows it.
 * Memory that processes share can be had of a file in /dev/shm.
 */
const sharedAnonymous = 0x21;

/** The seccomp program of a sandbox, for `--seccomp`; undefined on a processor whose numbers we do not know. */
export function systemCallFilter(processor: string = process.arch): Buffer | undefined {
  const architecture = architectures[processor];
  if (architecture === undefined) return undefined;
  const { audit, refused, map, socket, socketpair, setsockopt, otherCallsFrom } = architecture;
  return Buffer.concat([
    step(code.load, offset.architecture),
    step(code.equal, audit, { yes: 1 }),
    step(code.answer, endProcess),
    step(code.load, offset.call),
    ...(otherCallsFrom === undefined ? [] : [refuse(code.atLeast, otherCallsFrom)]),
    ...refused.map((call) => refuse(code.equal, call)),
    step(code.equal, socket, { yes: 1 }),
    step(code.equal, socketpair, { no: families.length + 3 }),
    step(code.load, offset.first),
    ...families.map((family, index) => step(code.equal, family, { yes: families.length - index })),
    step(code.answer, noSuchFamily),
    step(code.answer, allow),
    step(code.equal, setsockopt, { no: bufferSizes.length + 5 }),
    step(code.load, offset.second),
    step(code.equal, ofSockets, { no: bufferSizes.length + 1 }),
    step(code.load, offset.third),
    ...bufferSizes.map((option, index) => step(code.equal, option, { yes: bufferSizes.length - index })),
    step(code.answer, allow),
    step(code.answer, notPermitted),
    step(code.equal, map, { no: 4 }),
    step(code.load, offset.fourth),
    step(code.and, sharedAnonymous),
    step(code.equal, sharedAnonymous, { no: 1 }),
    step(code.answer, noMemory),
    step(code.answer, allow),
  ]);
}

function refuse(comparison: number, value: number): Buffer {
  return Buffer.concat([step(comparison, value, { no: 1 }), step(code.answer, noSuchCall)]);
}

/** One instruction of the kernel's packet filter; `yes` and `no` are how many to leap over. */
function step(instruction: number, value: number, { yes = 0, no = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(instruction, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
