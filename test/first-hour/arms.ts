/** The ways into Docwright, each on a machine of its own where nobody has been before. */

export interface Arm {
  readonly name: string;
  /** `clone`: what is committed; `packed`: a folder with the packed files; `image`: the container itself. */
  readonly machine: 'clone' | 'packed' | 'image';
  /** A line of shell that ends when `program` can be run; the Node on the way is that of the machine. */
  readonly install: string;
  /** What the person types in place of `docwright`, as shell words. */
  readonly program: string;
  /** The only way out is a proxy that lets through the registry of npm. */
  readonly isBehindProxy?: true;
  /** People reach the server below this path alone. */
  readonly publicPath?: string;
}

const globalInstall = 'npm install --global --no-fund --prefix "$prefix" ./docwright-[0-9]*.tgz';

export const arms: readonly Arm[] = [
  { name: 'clone', machine: 'clone', install: 'npm ci', program: '"$PWD/docwright"' },
  {
    name: 'npx, default cache',
    machine: 'packed',
    install: 'true',
    program: 'npx --yes --package="$(echo "$PWD"/docwright-[0-9]*.tgz)" docwright',
  },
  {
    name: 'global, version manager',
    machine: 'packed',
    install: `prefix=$HOME/.nvm/versions/node/$(node --version); ${globalInstall}; export PATH=$prefix/bin:$PATH`,
    program: 'docwright',
  },
  { name: 'image', machine: 'image', install: 'deploy/try-image', program: 'docwright' },
  {
    name: 'packed, behind a proxy',
    machine: 'packed',
    install: 'npm install --no-fund ./docwright-[0-9]*.tgz',
    program: '"$PWD/node_modules/.bin/docwright"',
    isBehindProxy: true,
  },
  {
    name: 'path prefix',
    machine: 'packed',
    install: 'npm install --no-fund ./docwright-[0-9]*.tgz',
    program: '"$PWD/node_modules/.bin/docwright"',
    publicPath: '/docwright',
  },
];
