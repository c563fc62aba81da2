import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../../../kernel/clock.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { start, view } from '../../conformance/tested-project.ts';
import { VisitsAway, VisitSpoolFull } from '../../errors.ts';
import { toDelivery, type Delivery } from './delivery.ts';
import { Spool } from './spool.ts';
import { SpooledWriter } from './spooled-writer.ts';
import { viewsPerInsert } from './write-queue.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-spool-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const clock = createManualClock(1_000);
const openSpool = (maximumBytes = 2 ** 20) => new Spool({ folder, maximumBytes, clock });
/** Of a project that names it. */
const delivery = (name: string): Delivery => toDelivery(name, [view(1, '/a', start)], []);
const parcel = (name: string) => ({ token: `token of ${name}`, deliveries: [delivery(name)] });
const namesOf = (parcels: readonly { deliveries: readonly Delivery[] }[]) =>
  parcels.flatMap(({ deliveries }) => deliveries.map(({ projectId }) => projectId));
const unreadable = () => {
  throw new Error('all of it can be read');
};

it('gives what waits back in the order in which it came, as many views together as are asked for', async () => {
  const spool = openSpool();
  for (const name of ['first', 'second', 'third']) {
    await spool.put(parcel(name));
    clock.advance(1);
  }
  expect(namesOf(await spool.oldest(2, unreadable))).toEqual(['first', 'second']);
  expect(namesOf(await spool.oldest(0, unreadable))).toEqual(['first']);
  expect(namesOf(await openSpool().oldest(9, unreadable))).toEqual(['first', 'second', 'third']);
});

it('counts all that waits towards its limit, and leaves nothing of what could not be written', async () => {
  const spool = openSpool();
  await spool.put(parcel('first'));
  const { bytes } = spool.waiting();
  const limited = openSpool(2 * bytes + 10);
  await limited.put(parcel('other'));
  await expect(limited.put(parcel('third'))).rejects.toThrow(VisitSpoolFull);
  expect(limited.waiting().views).toBe(2);
  const before = readdirSync(folder);
  renameSync(folder, `${folder}-away`);
  await expect(spool.put(parcel('nowhere'))).rejects.toThrow('ENOENT');
  renameSync(`${folder}-away`, folder);
  expect(readdirSync(folder)).toEqual(before);
  expect(spool.waiting().views).toBe(1);
});

it('passes over what another process has written, and sets aside what cannot be read', async () => {
  const [spool, other] = [openSpool(), openSpool()];
  for (const name of ['written', 'damaged', 'whole']) {
    await spool.put(parcel(name));
    clock.advance(1);
  }
  const [written = '', damaged = ''] = readdirSync(folder).sort();
  other.look();
  await other.remove(written);
  writeFileSync(join(folder, damaged), '{"token":');
  const told: string[] = [];
  const read = await spool.oldest(9, (file) => told.push(file));
  expect(namesOf(read)).toEqual(['whole']);
  expect(told).toEqual([join(folder, `${damaged}.refused`)]);
  expect(readdirSync(folder)).toContain(`${damaged}.refused`);
  await spool.remove(read[0]?.name ?? '');
  other.look();
  expect([other.isEmpty, openSpool().isEmpty]).toEqual([true, true]);
});

it('keeps what the disk does not give now, and reads it later', async () => {
  const spool = openSpool();
  await spool.put(parcel('first'));
  clock.advance(1);
  await spool.put(parcel('second'));
  const [first = ''] = readdirSync(folder).sort();
  // As a file is that cannot be read, whoever asks: the disk gives an error, and it may pass.
  renameSync(join(folder, first), join(folder, 'kept'));
  mkdirSync(join(folder, first));
  const told: string[] = [];
  expect(namesOf(await spool.oldest(9, (file) => told.push(file)))).toEqual(['second']);
  await spool.remove(readdirSync(folder).find((name) => name !== first && name !== 'kept') ?? '');
  await expect(spool.oldest(9, (file) => told.push(file))).rejects.toThrow('EISDIR');
  rmSync(join(folder, first), { recursive: true });
  renameSync(join(folder, 'kept'), join(folder, first));
  expect(namesOf(await spool.oldest(9, (file) => told.push(file)))).toEqual(['first']);
  expect(told).toEqual([]);
});

/** Writes while it is there, and keeps what it wrote under which token. */
function createDouble() {
  const double = {
    written: [] as { names: string[]; token: string }[],
    isAway: false,
    refuses: '',
    fault: undefined as Error | undefined,
    write(deliveries: readonly Delivery[], token: string) {
      if (double.isAway) return Promise.reject(new VisitsAway('nowhere', undefined));
      if (double.fault !== undefined) return Promise.reject(double.fault);
      const names = namesOf([{ deliveries }]);
      if (names.includes(double.refuses)) return Promise.reject(new Error('what is in it cannot be'));
      double.written.push({ names, token });
      return Promise.resolve(deliveries.map(() => ({ accepted: 1, duplicates: 0, folded: 0 })));
    },
  };
  return double;
}

it('lets nothing overtake what waits, and writes it under the token under which it may have been written', async () => {
  const double = createDouble();
  const spool = openSpool();
  const writer = new SpooledWriter({ writer: double, spool, logger: silentLogger });
  double.isAway = true;
  await writer.write([delivery('first')], 'token of first');
  double.isAway = false;
  clock.advance(1);
  const second = writer.write([delivery('second')], 'token of second');
  // It is on its way to the disk, behind the other.
  await second;
  await writer.flush();
  expect(double.written.flatMap(({ names }) => names)).toEqual(['first', 'second']);
  await writer.write([delivery('third')], 'token of third');
  expect(double.written.at(-1)).toEqual({ names: ['third'], token: 'token of third' });
  await writer.close();
  expect(readdirSync(folder)).toEqual([]);
  await spool.put(parcel('alone'));
  const restarted = new SpooledWriter({ writer: double, spool: openSpool(), logger: silentLogger });
  await restarted.flush();
  expect(double.written.at(-1)).toEqual({ names: ['alone'], token: 'token of alone' });
  await restarted.close();
});

it('keeps what is refused out of the way, and writes all that came with it', async () => {
  const double = createDouble();
  double.refuses = 'refused';
  const spool = openSpool();
  for (const name of ['first', 'refused', 'last']) {
    await spool.put(parcel(name));
    clock.advance(1);
  }
  const writer = new SpooledWriter({ writer: double, spool, logger: silentLogger });
  await writer.flush();
  await writer.close();
  expect(viewsPerInsert).toBeGreaterThan(3);
  expect(double.written).toEqual([
    { names: ['first'], token: 'token of first' },
    { names: ['last'], token: 'token of last' },
  ]);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.refused$/)]);
});

it('tries again what was set aside, whenever it is asked to and at each start', async () => {
  const double = createDouble();
  double.refuses = 'refused';
  const noted: string[] = [];
  const work = {
    failed: (name: string) => Promise.resolve(void noted.push(`${name} failed`)),
    succeeded: (name: string) => Promise.resolve(void noted.push(`${name} succeeded`)),
  };
  const spool = openSpool();
  await spool.put(parcel('refused'));
  const writer = new SpooledWriter({ writer: double, spool, logger: silentLogger, work });
  await writer.flush();
  expect([spool.aside().views, spool.waiting().views]).toEqual([1, 0]);
  await writer.retryAside();
  await writer.flush();
  expect([spool.aside().views, double.written]).toEqual([1, []]);
  double.refuses = '';
  await writer.retryAside();
  await writer.flush();
  await writer.close();
  expect(double.written.flatMap(({ names }) => names)).toEqual(['refused']);
  expect([spool.aside().views, readdirSync(folder)]).toEqual([0, []]);
  const name = 'writing visits that waited for ClickHouse';
  expect(new Set(noted)).toEqual(new Set([`${name} failed`, `${name} succeeded`]));

  await spool.put(parcel('late'));
  const [late = ''] = readdirSync(folder);
  await spool.setAside(late);
  const restarted = new SpooledWriter({ writer: double, spool: openSpool(), logger: silentLogger });
  await restarted.retryAside();
  await restarted.flush();
  await restarted.close();
  expect(double.written.at(-1)?.names).toEqual(['late']);
});

it('sets nothing aside for a fault that can pass', async () => {
  const double = createDouble();
  const spool = openSpool();
  await spool.put(parcel('first'));
  const writer = new SpooledWriter({ writer: double, spool, logger: silentLogger });
  for (const code of ['EMFILE', 'ENFILE', 'ENOSPC', 'EIO', 'EAGAIN', 'ECONNRESET']) {
    double.fault = Object.assign(new Error('for now'), { code });
    await expect(writer.flush()).rejects.toThrow('for now');
    expect([spool.waiting().views, spool.aside().views]).toEqual([1, 0]);
  }
  double.fault = undefined;
  await writer.flush();
  await writer.close();
  expect(readdirSync(folder)).toEqual([]);
});
