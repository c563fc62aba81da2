import { describePackages } from './packages.conformance.ts';

describePackages([22, 24], ['nodenext', 'bundler']);
