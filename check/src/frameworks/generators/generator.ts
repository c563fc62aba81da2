import type { Dialect } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { AnchorStyle } from '../../site/site.ts';
import type { ReadSettings } from './read-settings.ts';

/** What is known of a generator that its pages do not say by themselves. */
export interface Generator {
  readonly name: string;
  /** The file in whose folder a site of it begins, and what must stand in it where the name alone says too little. */
  readonly settings: RegExp;
  readonly says?: RegExp;
  /** Files that, beside the settings or above them, say that it is another generator. */
  readonly unless?: readonly string[];
  /** Files of which one, beside the settings or above them, tells the generator for sure: others have pages laid out alike. */
  readonly toldBy?: readonly string[];
  /** What in the settings changes pages in a way that is not known. */
  readonly changes?: RegExp;
  /** Folders of pages below that of the settings; the whole of it when there is none of these. */
  readonly content: readonly string[];
  /** The setting that names another folder of pages. */
  readonly contentSetting?: RegExp;
  /** True when nothing of another folder is published. */
  readonly onlyContent?: true;
  /** Folders of templates among the pages. */
  readonly templates?: RegExp;
  /** Addresses in the settings that lead elsewhere, each with the path of a file as it was published. */
  readonly redirects?: RegExp;
  /** A page that lists the others: what it does not list is not published. */
  readonly summary?: string;
  /** True when a README is the page of its folder, not a note for those who work on the site. */
  readonly readmeIsPage?: true;
  /** True when that page is `index.html`, and links may name `index.md` for it. */
  readonly readmeIsIndex?: true;
  /** True where no settings but those that are read change addresses and anchors, and no host has answered at others. */
  readonly isFixed?: true;
  /** True where `[Home]()` leads to the first page. */
  readonly emptyIsHome?: true;
  /** True when an address that begins with neither a dot nor a slash is also looked for from the top of the pages. */
  readonly fromTop: boolean;
  /** What begins an address that names a source file from the top of the pages, and that no build passes over. */
  readonly ofPages?: string;
  /** Where `#/guide` is the address of a page: what in the settings says that it is none, or read otherwise than by its file. */
  readonly withoutHashRoutes?: RegExp;
  /** Where an address of Markdown names the file of its page: what in the settings says that it may be read otherwise. */
  readonly withoutNamesOfFiles?: RegExp;
  /** True when a page is published where its file lies, whatever the settings say. */
  readonly exact: boolean;
  /** How it makes anchors of headings, unless its settings or an older version say otherwise. */
  readonly anchors?: AnchorStyle['slugs'];
  /** True where titles of what a reader unfolds have anchors too. */
  readonly anchorsDetails?: true;
  /** Endings of its pages, where these are not those of Markdown alone. */
  readonly endings?: readonly string[];
  /** How its pages are written, where that is not as most generators have it. */
  readonly dialect?: Partial<Dialect>;
  /** Where an address from the top is left as it is, so that it is one of the host: the setting that names the base. */
  readonly baseSetting?: RegExp;
  /** The folder of templates that write addresses as they stand there. */
  readonly ownTemplates?: string;
  /** Where pictures in HTML name their files as they are, a `#` in them too: its editor on the web writes them so. */
  readonly writesFileNames?: boolean;
  /** What in the settings has Markdown in HTML read as CommonMark does. */
  readonly readsHtml?: RegExp;
  /** Which addresses may have a page by its title, from the text of the settings; any where that is not told. */
  readonly titlesName?: (text: string, files: FileIndex) => ((written: string) => boolean) | undefined;
  /** Reads the settings of a site, where more is known of it than stands here. */
  readonly read?: (files: FileIndex, root: string, configPath: string) => Promise<ReadSettings>;
}
