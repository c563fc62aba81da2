import { describeHostileViews } from './views.conformance.ts';

describeHostileViews();
