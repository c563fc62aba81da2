import type { Diagnosis } from '../contract/diagnosis.ts';

/** What one examination found; the doctor gives it its name. */
export type Outcome = Omit<Diagnosis, 'name'>;
export type Examination = () => Promise<Outcome>;
