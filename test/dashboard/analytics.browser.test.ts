import { describeAnalytics } from './analytics.conformance.ts';

describeAnalytics(10_000);
