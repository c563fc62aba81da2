import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Project } from '../contract/project.ts';
import { logFormats } from './collect/formats/log-formats.ts';
import { followFile } from './collect/log-files/follow-file.ts';
import type { FollowedPlaces } from './collect/log-files/followed-places.ts';
import { importLog, type LogReport } from './collect/log-files/import-log.ts';
import { openLogFile, openLogStream, type OpenLog } from './collect/log-files/open-log.ts';
import type { CreateDryRun, DryRun } from './dry-run.ts';
import type { RecordHits } from './record-hits.ts';

export { lineRejections } from './collect/formats/log-format.ts';
export { logFormats } from './collect/formats/log-formats.ts';
export { dropReasons, type DropReason } from './drop-reason.ts';
export type { LogReport } from './collect/log-files/import-log.ts';
export type { DryRun } from './dry-run.ts';

/** Where a log lies. A file with `follow` is read as it grows and is rotated, until the signal aborts. */
export type LogPlace =
  | { readonly file: string; readonly follow?: AbortSignal | undefined }
  | { readonly name: string; readonly stream: Readable };

export interface LogImport {
  /** One after the other. */
  readonly places: readonly LogPlace[];
  /** Name of a format; recognised from the first lines otherwise. */
  readonly format?: string | undefined;
  /** Host of lines that name none. */
  readonly host?: string | undefined;
  /** Keeps nothing, and shows what would be kept: what the run would, if nothing else arrives in between. */
  readonly dryRun?: boolean | undefined;
  readonly onProgress?: (progress: LogProgress) => void;
}

export interface LogProgress {
  /** The log that is being read. */
  readonly name: string;
  /** Of all logs, before decompression. */
  readonly bytesRead: number;
  /** Undefined where nobody knows. */
  readonly bytesInAll: number | undefined;
  /** Of all logs. */
  readonly lines: number;
}

export interface ImportedLogs {
  readonly reports: readonly LogReport[];
  /** What a dry run understood. */
  readonly dryRun: DryRun | undefined;
}

/** Page views out of access logs; importing one again counts nothing twice. Rejects as opening and recording do. */
export type ImportLogs = (project: Project, request: LogImport) => Promise<ImportedLogs>;

export function createImportLogs({
  recordHits,
  createDryRun,
  places: followedPlaces,
}: {
  recordHits: RecordHits;
  createDryRun: CreateDryRun;
  /** Left out, each follow begins at the beginning. */
  places?: FollowedPlaces | undefined;
}): ImportLogs {
  return async (project, { places, format, host, dryRun, onProgress }) => {
    const dry = dryRun === true ? createDryRun(project) : undefined;
    const bytesInAll = await sizeOf(places);
    const reports: LogReport[] = [];
    let before = { bytes: 0, lines: 0 };
    for (const place of places) {
      const log = await open(place, { projectId: project.id, places: followedPlaces });
      const prompt = 'file' in place && place.follow !== undefined;
      const report = await importLog(log, {
        format: logFormats.find(({ name }) => name === format),
        host,
        prompt,
        deliver: dry ? (hits) => dry.deliver(hits) : (hits) => recordHits(project, hits),
        onProgress: ({ lines }) => {
          onProgress?.({
            name: log.name,
            bytesRead: before.bytes + log.readBytes(),
            bytesInAll: prompt ? undefined : bytesInAll,
            lines: before.lines + lines,
          });
        },
      });
      before = { bytes: before.bytes + log.readBytes(), lines: before.lines + report.lines };
      reports.push(report);
    }
    return { reports, dryRun: dry };
  };
}

async function open(
  place: LogPlace,
  { projectId, places }: { projectId: string; places: FollowedPlaces | undefined },
): Promise<OpenLog> {
  if (!('file' in place)) return openLogStream(place.name, place.stream);
  const { file, follow } = place;
  if (follow === undefined) return openLogFile(file);
  const bytes = followFile(file, follow, {
    from: await places?.find(projectId, file),
    onTaken: async (taken) => places?.keep(projectId, file, taken),
  });
  return { name: file, bytes, totalBytes: undefined, readBytes: () => 0 };
}

/** Undefined where a stream is among them. */
async function sizeOf(places: readonly LogPlace[]): Promise<number | undefined> {
  const sizes = await Promise.all(places.map(async (place) => ('file' in place ? (await stat(place.file)).size : NaN)));
  const sum = sizes.reduce((whole, size) => whole + size, 0);
  return Number.isNaN(sum) ? undefined : sum;
}
