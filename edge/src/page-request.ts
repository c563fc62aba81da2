/** One request that the site has answered, as every adapter tells it to the recorder. */
export interface PageRequest {
  readonly method: string;
  /** Whole URL as it was asked for, or the path alone where the host is not known. */
  readonly url: string;
  readonly status: number;
  /** Gives a request header by lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** `Content-Type` of the answer, where the adapter sees it. */
  readonly contentType?: string | undefined;
  /** The reader's address as the runtime knows it. */
  readonly address?: string | undefined;
  /** ISO 3166-1 alpha-2, where the platform tells it. */
  readonly country?: string | undefined;
}
