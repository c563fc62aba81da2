export type { AddressOptions } from './client-address.ts';
export type { Drop, DropReason } from './drop.ts';
export type { PageRequest } from './page-request.ts';
export { mayBePageView } from './page-view.ts';
export type { RecorderOptions } from './recorder-options.ts';
export { createRecorder, type Recorder } from './recorder.ts';
export type { Identity, ServerEvent } from './server-event.ts';
