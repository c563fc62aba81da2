import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Of the process that makes networks, on the loopback of the network it is itself in. */
export const centralAddress = '10.99.0.1';
/** All addresses of such networks. */
export const memberAddresses = '10.99.0.0/16';

/** A network with nothing in it but one machine, as processes in it see it, and a link to the centre. */
export interface MemberNetwork {
  /** Of that machine, as seen from the centre. */
  readonly address: string;
  /** What a command line begins with that runs in it. */
  readonly enter: readonly string[];
  /** Nothing passes any more, and nobody is told: connections stay as they are. */
  cut(): void;
  mend(): void;
}

const apart = 'DOCWRIGHT_TEST_IS_APART';

/**
 * Runs this program again in a network of its own, from which nothing gets out, and ends with it. Returns in there, and true;
 * false where this machine does not let us.
 */
export async function isInNetworkApart(): Promise<boolean> {
  if (process.env[apart] === 'yes') {
    run('ip', 'link', 'set', 'lo', 'up');
    run('ip', 'address', 'add', `${centralAddress}/32`, 'dev', 'lo');
    return true;
  }
  const mayMake = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
  if (!mayMake) return false;
  const again = spawn('unshare', ['--net', process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, [apart]: 'yes' },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => again.kill(signal));
  const [code] = (await once(again, 'exit')) as [number | null];
  process.exit(code ?? 1);
}

/** The network `number`, from 1 to 254. It is gone when this process ends. */
export async function makeMemberNetwork(number: number): Promise<MemberNetwork> {
  // Holds the network while nothing else runs in it, until the end of what it reads.
  const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo here; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  if (holder.pid === undefined) throw new Error('no network was made');
  const link = `member${number}`;
  const [near, far] = [`10.99.${number}.1`, `10.99.${number}.2`];
  const enter = ['nsenter', `--net=/proc/${holder.pid}/ns/net`];
  const inside = (...words: readonly string[]): void => {
    run(...enter, 'ip', ...words);
  };
  run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid));
  run('ip', 'address', 'add', `${near}/24`, 'dev', link);
  run('ip', 'link', 'set', link, 'up');
  inside('link', 'set', 'lo', 'up');
  inside('address', 'add', `${far}/24`, 'dev', 'eth0');
  inside('link', 'set', 'eth0', 'up');
  inside('route', 'add', 'default', 'via', near);
  return {
    address: far,
    enter,
    cut: () => {
      run('ip', 'link', 'set', link, 'down');
    },
    mend: () => {
      run('ip', 'link', 'set', link, 'up');
    },
  };
}

function run(...[command = '', ...words]: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}
