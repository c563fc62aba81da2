import { markup } from '../http/reference/page-layout.ts';
import type { WeekNumbers } from './read-week.ts';
import type { OutgoingMail } from './mail-server.ts';
import type { Week } from './weeks.ts';

export interface MailParts {
  readonly project: { readonly id: string; readonly name: string };
  readonly week: Week;
  readonly numbers: WeekNumbers;
  readonly from: string;
  readonly to: string;
  readonly publicUrl: string;
  /** Where one click ends these mails; undefined for a test mail, which nobody has subscribed to. */
  readonly unsubscribeUrl: string | undefined;
  /** The same for every attempt at one mail, so that who gets it twice can tell. */
  readonly messageId: string;
}

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero' });

/** The week in plain text, and the same as simple HTML without images, styles from elsewhere or anything that tells it was read. */
export async function composeMail(parts: MailParts): Promise<OutgoingMail> {
  const { project, numbers, week, from, to, unsubscribeUrl, messageId } = parts;
  const change = changeOf(numbers.now.total, numbers.before.total);
  const isTest = unsubscribeUrl === undefined;
  const subject = `${isTest ? 'Test: ' : ''}${line(project.name)}: ${counted(numbers.now.total, 'visitor')} (${change})`;
  const days = daysOf(week);
  const sections = sectionsOf(parts);
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: 'Docwright', address: from },
    to,
    subject,
    text: textOf(parts, days, sections),
    html: htmlOf(parts, days, sections),
    messageId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(isTest
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  });
  return { from, to, message: await composer.compile().build() };
}

function daysOf({ start, end, timeZone }: Week): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  return `${day.format(start)} to ${day.format(end - 1)}, ${timeZone}`;
}

interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [count: string, name: string])[];
}

function sectionsOf({ numbers }: MailParts): Section[] {
  const { now, before, views, viewsBefore } = numbers;
  const totals = [
    ['visitors', now.total, before.total],
    ['people', now.human, before.human],
    ['AI', now.ai, before.ai],
    ['views', views, viewsBefore],
  ] as const;
  const lists = [
    { title: 'Top pages by visitors', rows: numbers.pages },
    { title: 'Top AI products by visitors', rows: numbers.programs },
    { title: 'Missing pages by visitors', rows: numbers.missing },
  ];
  return [
    {
      title: 'The week, compared with the previous one',
      rows: totals.map(([name, count, earlier]) => [number.format(count), `${name} (${changeOf(count, earlier)})`]),
    },
    ...lists
      .filter(({ rows }) => rows.length > 0)
      .map(({ title, rows }) => ({
        title,
        rows: rows.map(({ name, total }) => [number.format(total), line(name)] as const),
      })),
  ];
}

function textOf({ project, publicUrl, unsubscribeUrl }: MailParts, days: string, sections: readonly Section[]): string {
  const lists = sections.map(
    ({ title, rows }) => `${title}\n${rows.map(([count, name]) => `${count.padStart(10)}  ${name}`).join('\n')}`,
  );
  const end = unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`];
  const address = analyticsUrl(publicUrl, project.id);
  return [`${line(project.name)}\n${days}`, ...lists, `All analytics: ${address}`, ...end].join('\n\n');
}

function htmlOf({ project, publicUrl, unsubscribeUrl }: MailParts, days: string, sections: readonly Section[]): string {
  const cell = 'padding:2px 12px 2px 0';
  const lists = sections.map(
    ({ title, rows }) =>
      markup`<h2 style="font-size:16px">${title}</h2><table role="presentation">${rows.map(
        ([count, name]) =>
          markup`<tr><td align="right" style="${cell}">${count}</td><td style="${cell}">${name}</td></tr>`,
      )}</table>`,
  );
  const end = unsubscribeUrl === undefined ? '' : markup`<p><a href="${unsubscribeUrl}">Unsubscribe</a></p>`;
  return markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Weekly analytics</title></head>
<body style="font-family:sans-serif">
<h1 style="font-size:20px">${line(project.name)}</h1>
<p>${days}</p>
${lists}
<p><a href="${analyticsUrl(publicUrl, project.id)}">All analytics</a></p>
${end}
</body>
</html>`.toString();
}

function analyticsUrl(publicUrl: string, projectId: string): string {
  return `${publicUrl}/projects/${projectId}/analytics?range=7d`;
}

function changeOf(count: number, before: number): string {
  if (before === 0) return count === 0 ? 'no change' : 'new';
  return percent.format((count - before) / before);
}

function counted(count: number, word: string): string {
  return `${number.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** Names of pages are written by strangers: nothing in them may begin a line, and none may fill the mail. */
function line(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);
}
