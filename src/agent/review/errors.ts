import { defineError } from '../../kernel/app-error.ts';

export const NotPullRequestUrl = defineError(
  {
    code: 'not_pull_request_url',
    status: 400,
    title: 'Not the URL of a pull request',
    remedy: 'Copy the URL of the pull request from the browser, such as https://github.com/acme/docs/pull/12.',
  },
  (url: string) => `${JSON.stringify(url.slice(0, 200))} is not the URL of a pull request.`,
);

export const PullRequestElsewhere = defineError(
  {
    code: 'pull_request_elsewhere',
    status: 409,
    title: 'Pull request of another repository',
    remedy: {
      cli: 'Name the project of that repository with `--project`, or create one with `docwright project create`.',
      otherwise: 'Use the project of that repository, or create one.',
    },
  },
  (url: string, repository: string) => `${url.slice(0, 200)} is not in the project's repository ${repository}.`,
);

export const ReviewsUnavailable = defineError(
  {
    code: 'reviews_unavailable',
    status: 409,
    title: 'No reviews on this code host',
    remedy: 'Use a project on GitHub, GitLab, Gitea or Forgejo.',
  },
  (kind: string) => `Docwright cannot review pull requests on the code host ${kind}.`,
);

export const PullRequestNotReviewable = defineError(
  {
    code: 'pull_request_not_reviewable',
    status: 409,
    title: 'Pull request not reviewed',
    remedy: 'Docwright reviews open pull requests of people that are not drafts.',
  },
  (number: number, why: string) => `Pull request #${number} ${why}.`,
);
