/** An option of the command has a value that cannot be used. */
export class CheckInputInvalid extends Error {
  override name = 'CheckInputInvalid';
  readonly option: string;
  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** Git has no commit of that name to compare with. */
export class GitRefUnknown extends Error {
  override name = 'GitRefUnknown';
  readonly ref: string;
  constructor(ref: string, cause?: unknown) {
    super(`Git does not know ${JSON.stringify(ref.slice(0, 200))} here; in CI, check out with fetch-depth: 0.`, {
      cause,
    });
    this.ref = ref;
  }
}
