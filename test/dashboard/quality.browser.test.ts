import { describeQuality } from './quality.conformance.ts';

describeQuality([{ colorScheme: 'light', widths: [360, 1280] }]);
