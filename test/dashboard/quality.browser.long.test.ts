import { describeQuality } from './quality.conformance.ts';

describeQuality([
  { colorScheme: 'light', widths: [1280, 768] },
  { colorScheme: 'dark', widths: [360, 768] },
]);
