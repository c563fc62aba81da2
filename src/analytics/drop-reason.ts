/** Why a hit is no view. Drops are counted by reason and shown, never silent; the sentences are what people read. */
export const dropReasons = {
  method: 'not a GET request',
  status: 'not answered with 2xx or 304',
  prefetch: 'prefetched by a browser or router, and not shown',
  asset: 'an asset or data file, not a page; list pages that look like files in `analytics.pages`',
  unknown_host: 'the host is not one of the project’s sites',
  outside_base_path: 'outside the base path of the documentation',
  path_too_long: 'the path is longer than 2,048 characters',
  clock_skew: 'the time lies hours in the future or before the retention period',
  own_check: 'a health check by Docwright',
  excluded: 'on the project’s exclude list',
  no_identity: 'no IP address or ID to identify the visitor',
  erased: 'of a visitor or page whose views were deleted on request',
  salt_retired: 'too old: the salt of its day or month was deleted',
} as const;

/** Why something that a sender delivered is no hit at all, by what is wrong with it. */
export const rejectionReasons = {
  rejected_form: 'not of the expected form, or not valid JSON',
  rejected_time: 'its time is missing or cannot be read',
  rejected_request: 'its page, method or status is missing or cannot be read',
  rejected_identity: 'its IP address or ID is missing or cannot be read',
  rejected_field: 'one of its other fields has a wrong type, form or length',
  rejected_too_long: 'too long',
} as const;

export type RejectionReason = keyof typeof rejectionReasons;
export type DropReason = keyof typeof dropReasons | RejectionReason;

/** What versions before dropped, and what was dropped then is still counted. */
export const formerDropReasons: Readonly<Record<string, string>> = {
  counted_by_tracker: 'a person’s page view that the tracker reports; import the log again to keep it',
  counted_by_server: 'a page view of the tracker, in a project that counted people from the server',
};
