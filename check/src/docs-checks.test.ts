import { afterAll } from 'vitest';
import { createDocsCheckApart } from './apart/create-docs-check-apart.ts';
import { createDocsCheck } from './create-docs-check.ts';
import { describeDocsCheck } from './docs-check.conformance.ts';

const apart = createDocsCheckApart();
afterAll(() => apart.close());

describeDocsCheck('the checker in this process', createDocsCheck());
describeDocsCheck('the checker in processes of its own', apart);
