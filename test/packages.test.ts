import { describePackages } from './packages.conformance.ts';

describePackages([24], ['nodenext']);
