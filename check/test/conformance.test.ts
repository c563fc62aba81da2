import { afterAll } from 'vitest';
import { createCheckApart } from '../src/check.ts';
import { createCheck } from '../src/create-check.ts';
import { describeCheck } from './conformance.ts';

const apart = createCheckApart();
afterAll(() => apart.close());
describeCheck('a checker in this process', createCheck());
describeCheck('a checker apart', apart);
