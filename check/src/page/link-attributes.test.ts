import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

it('reads the pictures that a README has for dark pages and for wide ones', async () => {
  const page = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="img/dark.png">
  <source srcset="img/light.png 1x, img/gone.png 2x, https://acme.dev/a.png 3x">
  <img src="img/light.png" srcset="data:image/png;base64,iVBO" alt="A">
</picture>
`;
  const tree = createMemoryTree({ 'README.md': page, 'img/light.png': 'PNG' });
  const { findings } = await createCheck().check({ tree });
  expect(
    findings.map(
      ({ severity, line, message }) => `${severity} ${String(line)} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`,
    ),
  ).toEqual(['error 2 img/dark.png', 'error 3 img/gone.png']);
});
