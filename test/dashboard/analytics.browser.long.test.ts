import { describeAnalytics } from './analytics.conformance.ts';

// As many as a day may have.
describeAnalytics(100_000);
