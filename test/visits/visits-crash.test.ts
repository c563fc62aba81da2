import { describeVisitsCrash } from './visits-crash.conformance.ts';

describeVisitsCrash(8);
