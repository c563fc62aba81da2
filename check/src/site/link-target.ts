/** Where a link leads as the framework would route it. */
export type LinkTarget =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly anchor: string | undefined;
      /** Where a redirect leads on to, if only one reaches the page. */
      readonly redirected?: string;
      /** True where the base of the site has to stand before the address, and does not. */
      readonly lacksBase?: true;
    }
  | { readonly kind: 'file'; readonly path: string; readonly lacksBase?: true }
  | { readonly kind: 'unjudged'; readonly why?: string }
  | { readonly kind: 'malformed' }
  /** `looked` is the path or route that was looked for; `source` the page whose source file it names, where only that is there. */
  | { readonly kind: 'missing'; readonly looked: string; readonly source?: string };
