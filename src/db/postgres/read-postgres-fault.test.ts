import { expect, it } from 'vitest';
import { DatabaseAway } from '../../kernel/errors.ts';
import { DatabaseRefused } from '../errors.ts';
import { readPostgresFault } from './read-postgres-fault.ts';

const faultOf = (code: string, isCommit = false): unknown =>
  readPostgresFault(Object.assign(new Error('as the server says'), { code }), { place: 'db:5432/x', isCommit });

it.each([
  ['08006', 'cannot be reached'],
  ['ETIMEDOUT', 'cannot be reached'],
  ['57P01', 'starts or stops'],
  ['57P03', 'starts or stops'],
  ['53300', 'has no room for another connection'],
  ['25006', 'can only be read for now'],
  ['53100', 'has no room left on its disk or in its memory'],
  ['53200', 'has no room left on its disk or in its memory'],
  ['40P01', 'is too busy for this'],
  ['40001', 'is too busy for this'],
  ['55P03', 'is too busy for this'],
  ['57014', 'is too busy for this'],
  ['25P03', 'is too busy for this'],
])('takes %s for what passes, and says how', (code, said) => {
  const fault = faultOf(code);
  expect(fault).toBeInstanceOf(DatabaseAway);
  expect(fault).toMatchObject({ message: expect.stringContaining(`The database ${said}`) as string, isInDoubt: false });
});

it.each(['28P01', '28000', '3D000', '3F000', '42501', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'takes %s for what somebody has to set right',
  (code) => {
    expect(faultOf(code)).toBeInstanceOf(DatabaseRefused);
  },
);

it('leaves a commit in doubt only where the server did not say that it was undone', () => {
  for (const code of ['57P01', '08006', 'ECONNRESET'])
    expect(faultOf(code, true), code).toMatchObject({ isInDoubt: true });
  for (const code of ['40P01', '40001', '53100', '55P03', '57014', '25006']) {
    expect(faultOf(code, true), code).toMatchObject({ isInDoubt: false });
  }
});

it('leaves a fault of a statement as it is', () => {
  expect(faultOf('23505')).not.toBeInstanceOf(DatabaseAway);
  expect(faultOf('42P01')).toMatchObject({ code: '42P01' });
});
