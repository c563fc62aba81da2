import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxBusy, SandboxFilesTooLarge } from './errors.ts';
import type { SandboxLimits } from './sandbox-limits.ts';
import type { Sandbox, SandboxEnding } from './sandbox.ts';

export interface SandboxSetting {
  /** With these limits, and a folder of the operator that holds `tool.txt`. */
  open(limits: SandboxLimits): Sandbox;
  readonly folder: string;
  /** A tar archive of these files. */
  archive(files: Readonly<Record<string, string>>): Readable;
  /** Whether a process of this machine has the text in its command line. */
  isRunning(text: string): Promise<boolean>;
}

const megabyte = 1024 ** 2;
const limits: SandboxLimits = { seconds: 60, memory: 256 * megabyte, processes: 40, output: 4 * megabyte };

/** What every sandbox must do; run it from the adapter's own test file. */
export function testSandbox(name: string, setting: SandboxSetting): void {
  describe(`${name} as a sandbox`, () => {
    const never = new AbortController().signal;
    const run = (command: string, changed: Partial<SandboxLimits> = {}, signal = never): Promise<SandboxEnding> =>
      setting.open({ ...limits, ...changed }).run({ command, files: setting.archive({ 'docs/a.md': 'A\n' }) }, signal);
    const said = async (command: string): Promise<string> => (await run(command)).output;

    it('can be had', async () => {
      await setting.open(limits).requireAvailable();
    });

    describe('runs a command', () => {
      it('on a copy of the files, and tells its exit code and what it printed', async () => {
        const ending = await run('cat docs/a.md; echo wrong >&2; echo B > docs/a.md && cat docs/a.md; exit 3');
        expect(ending).toEqual({ kind: 'exited', exitCode: 3, output: 'A\nwrong\nB' });
      });

      it('that may print to /dev/stderr, write to its home and run Node', async () => {
        const script = 'console.log(require("node:os").userInfo().username)';
        expect(await said(`echo e >/dev/stderr; touch "$HOME/x" /tmp/y && node -e '${script}'`)).toBe('e\nbuild');
      });

      it('without input', async () => {
        expect(await said('cat; echo done')).toBe('done');
      });

      it('and tells a signal by its exit code', async () => {
        expect(await run('kill -9 $$')).toMatchObject({ kind: 'exited', exitCode: 137 });
      });

      it('that finds the folders of the operator, to read', async () => {
        const { folder } = setting;
        expect(await said(`cat ${folder}/tool.txt; touch ${folder}/x 2>&1`)).toMatch(/^tool\n.*Read-only/);
      });

      it('and hands back what it wrote below the paths to keep', async () => {
        const files = setting.archive({ 'docs/a.md': 'A\n', 'docs/b.md': 'B\n', 'src/c': 'C\n' });
        const command = `echo AA >docs/a.md; mkdir dist docs/new; echo N >"docs/new/it's.md"; cp -p docs/b.md docs/-c.md
          echo x >dist/x; echo y >src/c; ln -s a.md docs/link; head -c 600000 /dev/zero >docs/big; sleep 99 & exit 3`;
        const ending = await setting.open(limits).run({ command, files, keep: ['docs', 'none'] }, never);
        expect(ending).toMatchObject({ kind: 'exited', exitCode: 3, output: '' });
        const { written } = ending as Extract<SandboxEnding, { kind: 'exited' }>;
        const texts = written?.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]).sort();
        expect(texts).toEqual([
          ['docs/-c.md', 'B\n'],
          ['docs/a.md', 'AA\n'],
          ["docs/new/it's.md", 'N\n'],
        ]);
        expect(written?.others.toSorted()).toEqual(['dist/x', 'docs/big', 'docs/link', 'src/c']);
        expect(written?.isWhole).toBe(true);
      });

      it('and hands back no more than 32 MiB', async () => {
        const files = setting.archive({ 'docs/a.md': 'A\n' });
        const command = 'head -c 500000 /dev/zero >one; for n in $(seq 80); do cp one $n; done';
        const ending = await setting.open(limits).run({ command, files, keep: ['.'] }, never);
        expect(ending).toMatchObject({ kind: 'exited', exitCode: 0, written: { isWhole: false } });
      });

      it('one after another', async () => {
        const sandbox = setting.open(limits);
        const order: string[] = [];
        const one = (command: string) =>
          sandbox.run({ command, files: setting.archive({ a: '' }) }, never).then(({ output }) => order.push(output));
        await Promise.all([one('sleep 0.5; echo first'), one('echo second')]);
        expect(order).toEqual(['first', 'second']);
      });
    });

    it('gives up a command that waits longer than its patience, and runs the one behind it', async () => {
      const sandbox = setting.open(limits);
      const request = (command: string, patience?: number) =>
        sandbox.run({ command, files: setting.archive({ a: '' }), ...(patience && { patience }) }, never);
      const order: string[] = [];
      const first = request('sleep 1').then(() => order.push('first'));
      const second = request('echo second', 100).catch((error: unknown) => {
        order.push('second');
        throw error;
      });
      const third = request('echo third', 60_000).then(({ output }) => order.push(output));
      await expect(second).rejects.toThrow(SandboxBusy);
      await Promise.all([first, third]);
      expect(order).toEqual(['second', 'first', 'third']);
    });

    describe('keeps from a command', () => {
      const server = createServer((_, response) => response.end('reached'));
      beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
      afterAll(() => new Promise((resolve) => server.close(resolve)));

      it('the network, this machine too', async () => {
        const { port } = server.address() as AddressInfo;
        const url = `http://127.0.0.1:${port}`;
        expect(await (await fetch(url)).text()).toBe('reached');
        expect(
          await said(`node -e 'fetch("${url}").then(() => console.log("open"), () => console.log("closed"))'`),
        ).toBe('closed');
        expect(await said('ls /sys/class/net 2>/dev/null; tail -n +3 /proc/net/dev | cut -d: -f1')).toMatch(/^\s*lo$/);
      });

      it('sockets of any family but those of programs among themselves', async () => {
        const families = `for (0..45) { print "$_ " if socket(my $s, $_, 1, 0) or socket($s, $_, 2, 0) }`;
        expect(await said(`perl -e '${families}'`)).toBe('1 2 10');
        const loop = `require("node:http").createServer((_, r) => r.end("here")).listen(0, "127.0.0.1", function () {
          fetch("http://127.0.0.1:" + this.address().port).then((r) => r.text()).then((t) => { console.log(t); process.exit() }) })`;
        expect(await said(`node -e '${loop}'`)).toBe('here');
      });

      it('larger buffers for its sockets', async () => {
        const set = `use Socket; socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or die;
          print setsockopt($a, SOL_SOCKET, $_, 1 << 22) ? "set" : "kept" for (SO_SNDBUF, SO_RCVBUF); print setsockopt($a, SOL_SOCKET, SO_KEEPALIVE, 1)`;
        expect(await said(`perl -e '${set}'`)).toBe('keptkept1');
      });

      it('the environment of the server, in every process that it sees', async () => {
        process.env['DOCWRIGHT_TEST_MARKER'] = 'marker-of-the-server';
        try {
          const seen = await said('env; for p in /proc/[0-9]*; do tr "\\0" "\\n" < $p/environ; done');
          expect(seen).not.toContain('marker-of-the-server');
          expect(new Set(seen.split('\n').map((line) => line.split('=')[0]))).toEqual(
            new Set(
              ['CI', 'HOME', 'LANG', 'NO_COLOR', 'PATH', 'PWD', 'OLDPWD', 'TMPDIR', 'USER'].filter((name) =>
                seen.includes(`${name}=`),
              ),
            ),
          );
        } finally {
          delete process.env['DOCWRIGHT_TEST_MARKER'];
        }
      });

      it('all other files, processes and users', async () => {
        const home = process.env['HOME'] ?? '/root';
        const paths = [process.cwd(), home, '/etc/shadow', '/etc/hosts', '/root', '/var/lib', '/sys', '/run', '/home'];
        expect(await said(`for path in ${paths.join(' ')}; do test -e $path && echo $path; done; echo end`)).toBe(
          'end',
        );
        expect(Number(await said('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(12);
        expect(await said('cut -d: -f1 /etc/passwd; id -u')).toBe('build\n1000');
      });

      it('the right to write anywhere but in its copy and its temporary folder', async () => {
        const places = '/ /usr /usr/local /etc /dev /proc /proc/sys/kernel /bin';
        expect(await said(`for place in ${places}; do touch $place/x 2>/dev/null && echo $place; done; echo end`)).toBe(
          'end',
        );
      });

      it('memory that cannot be counted', async () => {
        const memfdCreate = process.arch === 'arm64' ? 279 : 319;
        expect(
          await said(`perl -e '$name = "x"; syscall(${memfdCreate}, $name, 0); print $!{ENOSYS} ? "refused" : "made"'`),
        ).toBe('refused');
      });

      it('memory that stays when a process lets go of it', async () => {
        const map = process.arch === 'arm64' ? 222 : 9;
        const mapped = (flags: string, file: string) =>
          said(`perl -e 'print syscall(${map}, 0, 4096, 3, ${flags}, ${file}, 0) == -1 ? "refused" : "made"'`);
        expect(await mapped('0x22', '-1')).toBe('made');
        expect(await mapped('0x21', '-1')).toBe('refused');
        expect(await mapped('1', 'do { open(Z, "+<", "/dev/zero") or die; fileno(Z) }')).toBe('refused');
        expect(await said('head -c 3 /dev/zero | od -An -tx1')).toBe(' 00 00 00');
      });

      it('user namespaces, with which it could reach more of the kernel', async () => {
        expect(await said('unshare --user --map-root-user true 2>&1 && echo made')).not.toContain('made');
      });
    });

    describe('ends a command that', () => {
      it('takes too long', async () => {
        expect(await run('echo begun; sleep 60', { seconds: 2 })).toEqual({
          kind: 'stopped',
          why: 'ran longer than 2 seconds',
          output: 'begun',
        });
      });

      it('takes too much memory in one process', async () => {
        const ending = await run(`node -e 'const kept = []; for (;;) kept.push(Buffer.alloc(${megabyte}, 1))'`);
        expect(ending).not.toMatchObject({ kind: 'exited', exitCode: 0 });
      });

      it('takes too much memory in all its processes together', async () => {
        const one = `node -e 'globalThis.kept = Buffer.alloc(${60 * megabyte}, 1); setTimeout(() => {}, 50000)'`;
        const ending = await run(`for n in 1 2 3 4 5; do ${one} & done; wait`, { processes: 200 });
        expect(ending).toMatchObject({ kind: 'stopped', why: 'took more than 256 MiB of memory' });
      });

      it('keeps memory in sockets, where no process shows it', async () => {
        const fill = `use Socket; for (1..480) { my ($a, $b); socketpair($a, $b, AF_UNIX, SOCK_STREAM, 0) or last; push @kept, $a, $b } sleep 60`;
        const ending = await run(`for n in 1 2 3; do perl -e '${fill}' & done; wait`);
        expect(ending).toMatchObject({ why: 'took more than 256 MiB of memory' });
      });

      it('has the kernel remember where it has nothing', async () => {
        const map = process.arch === 'arm64' ? 222 : 9;
        const program = `$at = syscall(${map}, 0, 1 << 40, 1, 0x22, -1, 0);
          for ($page = 0; $page < 1 << 40; $page += 1 << 21) { unpack("P1", pack("Q", $at + $page)) } sleep 60`;
        const ending = await run(`perl -e '${program}'`);
        expect(ending).toMatchObject({ why: 'took more than 256 MiB of memory' });
      });

      it('speaks in the place of its sandbox', async () => {
        const getDescriptor = 'syscall(438, syscall(434, 2, 0), $number, 0)';
        for (const number of [2, 5]) {
          const take = `$number = ${number}; $taken = ${getDescriptor}; exit 7 if $taken < 0; open(F, ">&=", $taken)`;
          const ending = await run(
            `perl -e '${take}; $SIG{PIPE} = "IGNORE"; for (1..2000) { syswrite(F, "x" x 1e6) }'`,
          );
          expect(ending, String(number)).not.toMatchObject({ exitCode: 0 });
        }
      });

      it('makes more empty files than fit', async () => {
        const ending = await run('seq -f a%g 1000000 | xargs touch; echo all');
        expect(ending).toMatchObject({ why: 'took more than 256 MiB of memory' });
      });

      it('prints too much', async () => {
        expect(await run('yes')).toMatchObject({ kind: 'stopped', why: 'printed more than 4 MiB' });
      });
    });

    it('writes no more than it may have memory', async () => {
      const ending = await run('head -c 1G /dev/zero > big 2>&1; ls -s big | cut -d" " -f1');
      const isBounded = ending.kind === 'stopped' || Number(ending.output.split('\n').at(-1)) <= limits.memory / 1024;
      expect(isBounded).toBe(true);
    });

    it('starts no more processes than it may', async () => {
      const ending = await run('for n in $(seq 100); do sleep 5 & done; echo all');
      expect(ending).toMatchObject({ output: expect.stringMatching(/fork/i) as string });
      expect(ending.output).not.toContain('all');
      const limit = expect.stringMatching(/limit (?:of|is) 40 processes and threads/) as string;
      expect(ending).toMatchObject({ exitCode: 2, limit });
    });

    it('names the limit of memory that made a command fail', async () => {
      const take = (megabytes: number, then: string) =>
        run(`node -e 'globalThis.kept = Buffer.alloc(${megabytes * megabyte}, 1); setTimeout(() => { ${then} }, 900)'`);
      const limit = expect.stringMatching(/^took 2\d\d MiB of memory, and the limit is 256 MiB$/) as string;
      expect(await take(205, 'process.exit(7)')).toMatchObject({ kind: 'exited', exitCode: 7, limit });
      expect(await take(205, 'process.exit(0)')).not.toHaveProperty('limit');
      expect(await take(100, 'process.exit(7)')).not.toHaveProperty('limit');
      const aborted = expect.stringMatching(/^was ended by a signal.*256 MiB/) as string;
      expect(await take(1, 'process.abort()')).toMatchObject({ exitCode: 134, limit: aborted });
    });

    it('leaves nothing running, whatever it began and however it ends', async () => {
      const grandchild = (marker: string) => `(setsid sleep ${marker} & ) ; (nohup sleep ${marker} >/dev/null 2>&1 &)`;
      expect(await run(`${grandchild('7771')}; exit 0`)).toMatchObject({ kind: 'exited', exitCode: 0 });
      expect(await setting.isRunning('sleep\u00007771')).toBe(false);
      await run(`${grandchild('7772')}; sleep 7772`, { seconds: 1 });
      expect(await setting.isRunning('sleep\u00007772')).toBe(false);
    });

    it('is aborted with the reason of the signal, while it runs and while it waits', async () => {
      const reason = new Error('the server stops');
      const controller = new AbortController();
      const sandbox = setting.open(limits);
      const runs = ['sleep 7773', 'sleep 7774'].map((command) =>
        sandbox.run({ command, files: setting.archive({ a: '' }) }, controller.signal),
      );
      setTimeout(() => {
        controller.abort(reason);
      }, 500);
      for (const ending of await Promise.allSettled(runs)) expect(ending).toEqual({ status: 'rejected', reason });
      expect(await setting.isRunning('sleep\u00007773')).toBe(false);
      await expect(sandbox.run({ command: ':', files: setting.archive({ a: '' }) }, never)).resolves.toMatchObject({
        exitCode: 0,
      });
    });

    it('tells of files that do not fit, and of files that cannot be read', async () => {
      const sandbox = setting.open({ ...limits, memory: megabyte });
      const large = setting.archive({ 'a.txt': 'a'.repeat(2 * megabyte) });
      await expect(sandbox.run({ command: ':', files: large }, never)).rejects.toThrow(SandboxFilesTooLarge);
      const broken = new Readable({ read: () => undefined });
      setTimeout(() => broken.destroy(new Error('git ended')), 100);
      await expect(sandbox.run({ command: ':', files: broken }, never)).rejects.toThrow('git ended');
    });

    it('shows output as a terminal would leave it, its end only, without what could hide in it', async () => {
      const command = `printf '\\033[31mred\\033[0m\\n10%%\\r20%%\\r100%%\\r\\na\\342\\200\\256b\\007c\\n'`;
      expect(await said(command)).toBe('red\n100%\nabc');
      const long = await said('seq 5000');
      expect(long.split('\n')).toHaveLength(101);
      expect(long).toMatch(/^…\n4901\n.*\n5000$/s);
    });
  });
}
