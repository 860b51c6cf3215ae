/**
 * The subjects of `functions/`, the ground first: a subject knows only those that stand before it. Only entries
 * (`*.lambda.ts`) are left out of the law, for the API finds them by the name of their contract.
 * The test beside this file reads the order here, and holds the table of `docs/architecture.md` against it.
 */
export const subjects: readonly { readonly name: string; readonly holds: string }[] = [
  {
    name: 'shared',
    holds: 'table, HTTP, storage, queues, throttles, signing, time, log; what the gate of a request is',
  },
  { name: 'mail', holds: 'rows of mails to send, what each says, who wants it' },
  { name: 'chores', holds: 'rows of work that a request began and must not lose' },
  { name: 'profiles', holds: 'profile, page name, plan, trial, what galleries repeat of their owner' },
  { name: 'galleries', holds: 'galleries with their photos, counts, access and stored bytes: one aggregate' },
  { name: 'media', holds: 'from an upload to its renditions' },
  { name: 'logos', holds: 'the logo of a photographer’s pages and mails: drawn, shown, swept' },
  { name: 'deliveries', holds: 'the files that buyers get' },
  { name: 'photos', holds: 'what a photographer does with photos, and free downloads' },
  { name: 'portfolio', holds: 'a photographer’s public pages' },
  { name: 'orders', holds: 'orders, their states and links, discounts, whose Stripe object is whose' },
  { name: 'zips', holds: 'many files packed into a few, of an order or an export' },
  { name: 'payments', holds: 'the port to Stripe, what a payment does to the books, shares, refunds' },
  { name: 'payouts', holds: 'balance, holds, payouts, the photographer’s account at Stripe' },
  { name: 'subscriptions', holds: 'the subscription and the mail before a trial ends' },
  { name: 'checkout', holds: 'cart, quote, checkout, confirmation, download of what was bought' },
  { name: 'visitors', holds: 'addresses that visitors leave with a photographer, and whether mail goes there' },
  { name: 'books', holds: 'reconciliation, comparisons with Stripe, checks that always hold, debts' },
  { name: 'stripe-events', holds: 'what arrives from Stripe, handed to those above' },
  { name: 'mail-sending', holds: 'the job that sends the rows of `mail`' },
  { name: 'proofing', holds: 'reviews of photos by clients' },
  { name: 'analytics', holds: 'sales as figures and curves' },
  { name: 'accounts', holds: 'sign-up, linking, deletion and erasure' },
  { name: 'pages', holds: 'public pages as HTML, sitemap, previews' },
  { name: 'jobs', holds: 'timed work over several subjects: the rows of `chores`, files of earlier releases' },
  { name: 'unrouted', holds: 'the answer to what is no route' },
]
