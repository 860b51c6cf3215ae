const minute = 60
const hour = 3_600
const day = 86_400

/**
 * How often something may be tried before the answer is 429. What counts is the browser's session or the user, and the
 * thing aimed at. An address is many people (a school evening, an office, a mobile carrier), so it is only a wide outer
 * bound: twenty times the number of one person, unless decision 40 names another. `why` is what a refused person reads before
 * how long it lasts.
 */
export const throttles = {
  /** Each is a call that makes a session. Past it nobody is refused: sessions are late ones (decision 52). */
  sessionsPerAddress: { limit: 2_000, windowSeconds: hour, why: 'Very many people on your network are visiting.' },

  /** Counts wrong codes and passwords only. */
  unlockWrongPerSession: { limit: 5, windowSeconds: minute, why: 'That was wrong too many times.' },
  /** How many mistakes a session may still make while its address is past its bound: a person's typing, no guesser's list. */
  unlockWrongPerSessionInCrowd: { limit: 3, windowSeconds: hour, why: 'That was wrong too many times.' },
  unlockWrongPerAddress: { limit: 60, windowSeconds: hour, why: 'There were too many wrong tries on your network.' },
  /** Of one address at one gallery, all late sessions together: a hall of 300 people may mistype it twice each. */
  unlockWrongOfLateSessions: {
    limit: 600,
    windowSeconds: hour,
    why: 'Too many wrong codes for this gallery were tried on your network. On another one, such as mobile data, you can try at once.',
  },
  unlockWrongPerGallery: { limit: 1_000, windowSeconds: hour, why: 'Somebody is guessing at this gallery.' },

  codesPerUser: { limit: 60, windowSeconds: 60 * minute, why: 'You made very many codes.' },
  /** Counts wrong discount codes only. */
  discountWrongPerCart: { limit: 5, windowSeconds: 10 * minute, why: 'There were too many wrong discount codes.' },
  /** Of all carts of a session, in whose item each is counted: a guesser changes the cart with every guess. */
  discountWrongPerSession: { limit: 20, windowSeconds: 10 * minute, why: 'There were too many wrong discount codes.' },
  discountWrongPerSessionInCrowd: {
    limit: 2,
    windowSeconds: 10 * minute,
    why: 'There were too many wrong discount codes.',
  },
  discountWrongPerAddress: {
    limit: 100,
    windowSeconds: 10 * minute,
    why: 'There were too many wrong discount codes on your network.',
  },
  discountWrongOfLateSessions: {
    limit: 100,
    windowSeconds: 10 * minute,
    why: 'Too many wrong discount codes were tried on your network. On another one, such as mobile data, you can try at once.',
  },

  checkoutPerSession: { limit: 10, windowSeconds: 10 * minute, why: 'You have gone to the checkout very often.' },
  /** Of one session, in whose item it is counted. */
  checkoutPerEmail: {
    limit: 5,
    windowSeconds: 10 * minute,
    why: 'You have gone to the checkout very often with this email address.',
  },
  checkoutPerAddress: { limit: 600, windowSeconds: 10 * minute, why: 'Very many people on your network are buying.' },
  freeOrdersPerEmail: {
    limit: 3,
    windowSeconds: day,
    why: 'There were three free orders for this email address today.',
  },
  /** Seven times a hall of 300 people: a race that its sponsor gives away, at the finish. */
  freeOrdersPerAddress: {
    limit: 2_000,
    windowSeconds: day,
    why: 'Very many free orders were made on your network today. On another one, such as mobile data, you can order at once.',
  },
  /** With codes of one photographer, wherever from: each sends a mail to an address that nobody has confirmed. */
  freeOrdersPerPhotographer: {
    limit: 10_000,
    windowSeconds: day,
    why: 'Very many free orders were made with codes of this photographer today.',
  },
  /** Asking for the order of a Checkout Session that we never made, or have not noted yet. */
  unknownCheckouts: { limit: 20, windowSeconds: 10 * minute, why: 'This payment was asked for very often.' },
  unknownCheckoutsPerAddress: {
    limit: 400,
    windowSeconds: 10 * minute,
    why: 'Too many unknown payments were asked for on your network.',
  },

  proofMisses: { limit: 10, windowSeconds: hour, why: 'That link was wrong too many times.' },
  proofMissesPerAddress: {
    limit: 200,
    windowSeconds: hour,
    why: 'Too many wrong links were opened on your network.',
  },
  /** Each sends a mail to an address of the photographer's choice. */
  proofSessionsPerUser: { limit: 60, windowSeconds: hour, why: 'You have made very many reviews in this hour.' },
  /** Saved and opened again, all reviews together: more than a photographer does by hand. */
  proofChangesPerUser: { limit: 120, windowSeconds: hour, why: 'You have changed reviews very often in this hour.' },
  proofUpdatesPerSession: { limit: 60, windowSeconds: minute, why: 'Very many decisions came at once.' },

  likes: { limit: 30, windowSeconds: minute, why: 'You have pressed Like very often.' },
  likesPerAddress: { limit: 600, windowSeconds: minute, why: 'Very many people on your network are pressing Like.' },
  /** As many in an hour as the sessions that are not late could give a gallery. */
  likesOfLateSessions: {
    limit: 2_000,
    windowSeconds: hour,
    why: 'Very many people on your network are pressing Like.',
  },
  /** Hearts: a quick hand presses two a second; nothing of them is public. */
  favourites: { limit: 300, windowSeconds: minute, why: 'You have pressed the heart very often.' },
  favouritesPerAddress: {
    limit: 6_000,
    windowSeconds: minute,
    why: 'Very many people on your network are choosing photos.',
  },
  /** Each goes to a photographer's mailbox. */
  favouritesSent: { limit: 5, windowSeconds: hour, why: 'You have sent favourites five times in this hour.' },
  favouritesSentPerAddress: {
    limit: 600,
    windowSeconds: hour,
    why: 'Very many people on your network are sending favourites.',
  },
  /**
   * Of one address at one gallery, and only what replaces no list before it: a hall of 300 people, however often they correct
   * theirs. One address alone does not fill the next bound.
   */
  favouritesSentPerAddressAndGallery: {
    limit: 400,
    windowSeconds: day,
    why: 'Very many people on your network have sent favourites of this gallery today.',
  },
  /** What is kept: with 500 photos a list takes 16 kB. */
  favouritesSentPerGallery: {
    limit: 1_000,
    windowSeconds: day,
    why: 'Very many people have sent favourites of this gallery today.',
  },
  /** Of all galleries together; further lists are kept without a mail. */
  favouritesMailsPerPhotographer: { limit: 60, windowSeconds: hour, why: 'The photographer was told already.' },
  /** By address alone: a search's answer is kept by the edge for everybody, so it looks at no session (decision 40). */
  searchesPerAddress: { limit: 600, windowSeconds: minute, why: 'Very many people on your network are searching.' },

  /** Photos of one gallery, whose answers are kept by the edge too: six a minute for each of 300 people at a finish. */
  gallerySearchesPerAddress: {
    limit: 2_000,
    windowSeconds: minute,
    why: 'Very many people on your network are searching.',
  },
  /**
   * In photos and galleries that were asked for, since each is read: a cart of 500 can be changed twice a second. 300 people
   * behind one address, all with such carts, can have them priced four times a minute (decision 210).
   */
  quotedItems: { limit: 60_000, windowSeconds: minute, why: 'Your cart was priced very often.' },
  quotedItemsPerAddress: {
    limit: 600_000,
    windowSeconds: minute,
    why: 'Very many large carts are being priced on your network.',
  },

  /** Email addresses that visitors leave in galleries: a person has a few, a hall of 300 people one or two each. */
  addressesPerSession: { limit: 20, windowSeconds: hour, why: 'You have left very many email addresses.' },
  addressesPerAddress: {
    limit: 1_200,
    windowSeconds: hour,
    why: 'Very many people on your network are leaving email addresses.',
  },
  /** What somebody wants to be reminded of, sent again whenever the cart changes. */
  keptCarts: { limit: 120, windowSeconds: hour, why: 'You have changed your cart very often.' },
  keptCartsPerAddress: {
    limit: 6_000,
    windowSeconds: hour,
    why: 'Very many people on your network are asking for a reminder.',
  },

  /** A workshop signs up behind one address: an outer bound. */
  signUpTriesPerAddress: {
    limit: 600,
    windowSeconds: hour,
    why: 'Very many people on your network are signing up.',
  },
  signUpMailsPerMailbox: { limit: 1, windowSeconds: day, why: 'This mailbox was told already.' },

  /**
   * Mails to an address that somebody else may have typed (decision 169, `mail-bounds.ts`). First what one mailbox is sent,
   * under all its spellings: of every kind and in every name; questions and carts, which a stranger causes without an
   * account, fill less than half of it, and so does what trials send besides, which cost nobody a card. Both together
   * leave a fifth of it to subscribers. Then what goes out in one photographer's name: in the trial about a
   * wedding's guests; with a subscription a school's or a race's.
   */
  mailsPerMailbox: { limit: 20, windowSeconds: day, why: 'This address has been sent very many mails today.' },
  trialMailsPerMailbox: { limit: 8, windowSeconds: day, why: 'This address has been sent very many mails today.' },
  confirmationsPerMailbox: { limit: 5, windowSeconds: day, why: 'This mailbox was asked already.' },
  cartMailsPerMailbox: { limit: 3, windowSeconds: day, why: 'This mailbox is reminded already.' },
  /** Invitations, reviews and their reminders of one photographer to one mailbox: several together are needed to fill it. */
  mailsToOneMailboxPerTrial: { limit: 5, windowSeconds: day, why: 'You have sent this address 5 mails today.' },
  mailsToOneMailboxPerSubscriber: { limit: 10, windowSeconds: day, why: 'You have sent this address 10 mails today.' },
  /** To addresses of the photographer's choice: with a gallery's link, and with a review's. */
  invitationsPerTrial: { limit: 30, windowSeconds: day, why: 'You have sent 30 invitations today.' },
  invitationsPerSubscriber: { limit: 300, windowSeconds: day, why: 'You have sent 300 invitations today.' },
  reviewMailsPerTrial: { limit: 30, windowSeconds: day, why: 'You have sent 30 reviews today.' },
  reviewMailsPerSubscriber: { limit: 300, windowSeconds: day, why: 'You have sent 300 reviews today.' },
  /** To addresses that visitors type: who ticks the box at an event at once, and carts left a day ago. */
  confirmationsPerTrial: { limit: 100, windowSeconds: day, why: 'Very many addresses were asked today.' },
  confirmationsPerSubscriber: { limit: 3_000, windowSeconds: day, why: 'Very many addresses were asked today.' },
  cartMailsPerTrial: { limit: 30, windowSeconds: day, why: 'Very many carts were told of today.' },
  cartMailsPerSubscriber: { limit: 300, windowSeconds: day, why: 'Very many carts were told of today.' },

  reports: { limit: 30, windowSeconds: hour, why: 'You have sent very many reports.' },
  reportsPerAddress: {
    limit: 600,
    windowSeconds: hour,
    why: 'Very many people on your network are sending reports.',
  },
  reportMailsPerGallery: { limit: 3, windowSeconds: hour, why: 'The operator was told already.' },
  reportMails: { limit: 60, windowSeconds: hour, why: 'The operator was told already.' },

  /** Each is a picture of a stranger's making that is opened and drawn. */
  logosPerUser: { limit: 30, windowSeconds: hour, why: 'You have sent very many logos in this hour.' },
  /** Both sizes, and again after a refund or a week. One that is being packed already is not counted. */
  zipsPerOrder: { limit: 10, windowSeconds: day, why: 'These photos were packed very often today.' },
  /**
   * In megabytes: what is packed of a photographer's photos for orders of which nothing was paid (decision 210). A terabyte
   * is a gallery of 3 GB for each of 300 families, and half an hour of all who pack.
   */
  unpaidZipsPerPhotographer: {
    limit: 1_000_000,
    windowSeconds: day,
    why: 'Very many photos that their photographer gave away were packed today. Until there is room again, you can download each of yours by itself.',
  },

  pageNameChecksPerUser: { limit: 20, windowSeconds: minute, why: 'You have tried very many page names.' },
  /** Each closes a name to everybody else for 90 days (`limits.pageName`): more than who cannot decide takes in a day. */
  pageNamesGivenUpPerUser: { limit: 5, windowSeconds: day, why: 'You have changed your page name 5 times today.' },
  /** More than a photographer makes by hand; each public one is on the first page of the market. */
  galleriesPerUser: { limit: 60, windowSeconds: hour, why: 'You have made very many galleries in this hour.' },
  /**
   * New addresses for files that did not arrive, none of which takes room of its own (decision 210): of a trial five for each
   * photo that it holds, of a subscription as many as it takes photos in a day (`limits.upload.plans`).
   */
  uploadsAgainPerTrial: { limit: 10_000, windowSeconds: day, why: 'Very many uploads were begun again today.' },
  uploadsAgainPerSubscriber: { limit: 70_000, windowSeconds: day, why: 'Very many uploads were begun again today.' },
  /**
   * Requests that could not be read: none that is sent right counts. A page full of wrong forms makes a few dozen. They are
   * counted before anybody is known, so by address alone.
   */
  unreadablePerAddress: {
    limit: 600,
    windowSeconds: minute,
    why: 'Very many requests from your network could not be read.',
  },
  payoutsPerUser: { limit: 6, windowSeconds: hour, why: 'You have asked for a payout very often.' },
  subscriptionPagesPerUser: { limit: 20, windowSeconds: hour, why: 'You have opened the subscription very often.' },
} as const satisfies Record<string, { limit: number; windowSeconds: number; why: string }>
export type ThrottleName = keyof typeof throttles
