import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import type { SandboxLimits } from '../sandbox-limits.ts';
import type { HiddenPlace } from './hidden-places.ts';
import { endOfNames } from '../written-files.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** File descriptors of bubblewrap beside the three of every process. The last two hand back what a command wrote. */
export const descriptors = { options: 3, status: 4, steps: 5, users: 6, filter: 7, names: 8, archive: 9 } as const;

/** The one user there is inside. */
export const users = 'build:x:1000:1000::/tmp/home:/bin/sh\n';

/** Programs of the system and what they need of its settings. Nothing in it says who uses the machine; the rest does not exist. */
export const systemFolders: readonly string[] = [
  ...['bin', 'lib', 'lib32', 'lib64', 'sbin'].flatMap((name) => [`/${name}`, `/usr/${name}`, `/usr/local/${name}`]),
  ...['include', 'libexec', 'share'].flatMap((name) => [`/usr/${name}`, `/usr/local/${name}`]),
  ...['alternatives', 'fonts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'mime.types'].map(inEtc),
  // Not `/etc/ssl`, which holds private keys too.
  ...['ssl/certs', 'ssl/openssl.cnf'].map(inEtc),
];

function inEtc(name: string): string {
  return `/etc/${name}`;
}

/** Folders that can be written to. They are in memory, so that what is written can never fill a disk. */
export const writable = ['/dev/shm', '/tmp', '/workspace'];

/**
 * The whole of what a command sees: the programs of the system and the folders that the operator named, read-only and with
 * the `covered` places empty; memory to write to; no other process, network, device or user.
 */
export function bubblewrapOptions({
  folders,
  covered,
  limits,
}: {
  folders: readonly string[];
  covered: readonly HiddenPlace[];
  limits: SandboxLimits;
}): string[] {
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
    HOME: '/tmp/home',
    TMPDIR: '/tmp',
    USER: 'build',
    LANG: 'C.UTF-8',
    CI: 'true',
    NO_COLOR: '1',
  };
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--new-session', '--hostname', 'build', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...systemFolders.flatMap(systemFolder),
    ...['--ro-bind-data', String(descriptors.users), '/etc/passwd'],
    ...folders.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...covered.flatMap(({ path, isFolder }) =>
      isFolder ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path],
    ),
    ...['--proc', '/proc', '--dev', '/dev'],
    // Reads the same; the true one could also be mapped, which gives memory that nobody can see us count.
    ...['--dev-bind', '/dev/full', '/dev/zero'],
    ...writable.flatMap((path) => ['--size', String(limits.memory), '--tmpfs', path]),
    // Last, because bubblewrap makes the places of mounts there.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/workspace'],
    ...['--json-status-fd', String(descriptors.status)],
    ...(systemCallFilter() === undefined ? [] : ['--seccomp', String(descriptors.filter)]),
  ];
}

function systemFolder(path: string): string[] {
  if (!existsSync(path)) return [];
  const isLink = lstatSync(path).isSymbolicLink() && !path.startsWith('/etc/');
  return isLink ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/**
 * Runs inside, before the command: sets the limits that the kernel keeps, unpacks the files, tells how the command
 * ended, and hands back what it wrote below the paths to keep. Its output goes through a pipe, since what Node gives to its
 * children cannot be opened as /dev/stdout. The kernel dates changes to a hundredth of a second, hence the pause.
 */
const script = `set -e
command=$1
ulimit -c 0
ulimit -d "$2"
ulimit -u "$3" 2>/dev/null || ulimit -p "$3"
shift 3
echo 1000 >/proc/self/oom_score_adj
mkdir "$HOME"
echo made >&5
tar -x -f -
[ $# -eq 0 ] || { touch /tmp/.unpacked; sleep 0.05; }
echo unpacked >&5
set +e
hand_back() {
  find . ! -type d -cnewer /tmp/.unpacked -print0 >&8 && printf '${endOfNames}\\0' >&8
  find "$@" -type f -cnewer /tmp/.unpacked -size -513k -print0 |
    tar -c -f - --format=gnu --hard-dereference --no-recursion --null --verbatim-files-from -T - >&9
}
{
  nice -n 10 /bin/sh -c "$command" </dev/null 2>&1 5>&- 8>&- 9>&-
  status=$?
  [ $# -eq 0 ] || hand_back "$@" 2>/dev/null
  echo "exited $status" >&5
} | cat 5>&- 8>&- 9>&-
`;

export function commandInside(
  command: string,
  { memory, processes }: SandboxLimits,
  keep: readonly string[],
): string[] {
  const kept = keep.map((path) => (path === '.' ? path : `./${path}`));
  return ['/bin/sh', '-c', script, 'sh', command, String(Math.floor(memory / 1024)), String(processes), ...kept];
}
