/** Writes the page that the sample documentation of the guide links to. */
const guide = {
  description: 'Writes the quickstart that is missing in the sample of the guide.',
  turns: [
    {
      text: 'The link on the front page leads to a page that is not there. I write it.',
      calls: [
        {
          tool: 'write',
          input: { path: 'quickstart.md', content: '# Quickstart\n\n1. Install the program.\n2. Start it.\n' },
        },
      ],
    },
    {
      calls: [
        {
          tool: 'finish',
          input: { title: 'Add the missing quickstart', summary: 'The front page linked to it; now it is there.' },
        },
      ],
    },
  ],
  afterwards: {
    calls: [
      {
        tool: 'finish',
        input: { title: 'Add the missing quickstart', summary: 'Nothing more had to change.', no_change: 'not_needed' },
      },
    ],
  },
};

/** Never answers, so that its job runs for as long as a test looks at it. */
const endless = {
  description: 'Never answers.',
  turns: [
    {
      calls: [{ tool: 'finish', input: { title: 'Nothing', summary: 'Nothing.', no_change: 'not_needed' } }],
      waitMilliseconds: 600_000,
    },
  ],
};

/** What the scripted model plays, as `scripted/<name>`. */
export const transcripts = { guide, endless };
