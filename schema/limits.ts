/** The product's constants (specification, section 9, and the rulings on it). Money is in `money.ts`. */
export const limits = {
  upload: {
    maxBytes: 52_428_800,
    minBytes: 1,
    concurrency: 2,
    dimensionTimeoutMs: 5_000,
    progress: { start: 5, granted: 15, stored: 80, confirmed: 90, done: 100 },
    grantLifeSeconds: 900,
    /** What a plan holds (decision 41): 3 MB a photo fill neither of the trial's first, and a marathon fits into a day. */
    plans: {
      trial: { photos: 2_000, maxBytes: 50_000_000_000 },
      subscribed: { photosADay: 70_000, maxBytes: 300_000_000_000 },
    },
    /** Photos in one look at how far they are: what one batch get reads. */
    lookAtOnce: 100,
    /** How long a file may take to come, and how long the files of a deleted photo can be had back. */
    sweepAfterHours: 24,
  },
  /** A logo as it is sent, as it is opened, and as pages show it: twice the size in which a page draws it. */
  logo: {
    maxBytes: 2_097_152,
    maxPixels: 25_000_000,
    maxWidthPx: 800,
    maxHeightPx: 240,
    leastPx: 16,
    sweepAfterHours: 24,
  },
  rendition: { displayPx: 2048, mediumPx: 1024, thumbnailPx: 480, jpegQuality: 85, maxPixels: 200_000_000 },
  /**
   * The pieces of a cover: `tall` of a wide one, for phones that show its gallery's page; `card` of each, for lists. Width
   * over height; how large they are at most; and above how many bytes they are drawn in a lower quality.
   */
  coverPieces: {
    tall: { ratio: 0.7, widthPx: 956, heightPx: 1366, mostBytes: 41_000 },
    card: { ratio: 1.5, widthPx: 1080, heightPx: 720, mostBytes: 30_000 },
  },
  download: { linkLifeSeconds: 900, maxLimit: 1_000_000 },
  /** Many files at once (decision 155). */
  zip: {
    /** Up to here the browser packs them itself. */
    browserBytes: 200_000_000,
    /** What a photo in web size may be reckoned with before its file is looked at. */
    webBytesAPhoto: 1_500_000,
    /** Of one part: what every file system and unpacker takes, and one run of a function makes with time to spare. */
    partBytes: 2_000_000_000,
    partFiles: 2_000,
    /** What an entry takes beside its file: its name twice, its sizes and checksum (PKWARE APPNOTE 6.3, 4.3). */
    entryBytes: 1_000,
    /** How long parts can be fetched before they are made anew. */
    keptDays: 7,
    /** What was begun so long ago and is not there is not waited for any more. */
    makingHours: 3,
    /** The same of an export, which may have hundreds of parts; only then can another one be made. */
    exportHours: 24,
  },
  gallery: {
    featured: 3,
    recent: 3,
    perPage: 12,
    portfolioPerPage: 24,
    ownPerPage: 24,
    mostOwnAtOnce: 100,
    photosPerPage: 20,
    viewDelayMs: 1_000,
    viewWindowSeconds: 30,
    protectionNoticeMs: 3_000,
    titleLength: 120,
    descriptionLength: 2_000,
    /** Named parts of one gallery; all of them stand in its item. */
    mostSets: 50,
    setNameLength: 80,
    /** Photos that one request puts into a set: one transaction. */
    movedAtOnce: 50,
    watermarkLength: 60,
    accessCodeLength: 8,
    accessCodeMinLength: 6,
    accessCodeMaxLength: 64,
    grantLifeSeconds: 43_200,
    expiryWarningDays: 7,
    /**
     * A gallery of more is not sold as a whole: its files are written with the order, in a request of 15 seconds. One that was
     * bought grows no further either, so that what looks through an order's files, packs and lists them never has more.
     */
    wholePhotos: 2_000,
    /** From so many on its photographer is told of that, where its photos are managed. */
    wholeSaidFrom: 1_900,
    /** What is added to a gallery within so many days belongs to who bought the whole of it. */
    wholeGrowsDays: 30,
    /** A deleted gallery can be had back for so long. */
    keptDeletedDays: 30,
    defaultWatermark: 'Copyright',
    /** Days of which the hours are told in which a gallery's photos were taken: a race of two weeks, a query an hour and a day. */
    daysTold: 14,
    /** Cameras of one gallery that its photographer is shown, and whose clocks can be put right. */
    camerasTold: 50,
    clocks: 20,
    /** A clock may be so wrong: one that was never set counts from a year of before. In seconds. */
    mostClockShift: 50 * 366 * 86_400,
    cameraLength: 80,
    browseMinPounds: 0,
    browseMaxPounds: 100,
  },
  /** Photos of a subscriber in which numbers are read, in a calendar month; none in a trial (decision 138). */
  numbers: { photosAMonth: 5_000 },
  /** Of one person in one gallery. All of them lie in one item, which 30 bytes a photo keep below 16 kB. */
  favourites: {
    photos: 500,
    perPage: 60,
    noteLength: 1_000,
    /** Lists that a photographer is shown at once, and pictures beside each: what one batch get reads. */
    listsPerPage: 20,
    picturesOfList: 4,
  },
  /**
   * What happened in a gallery, by the hour. An hour's item keeps so many visitors of each kind, below 16 kB. A cart tells so
   * many galleries, one request to the queue.
   */
  activity: {
    keptDays: 400,
    hoursPerPage: 24,
    mostHours: 200,
    actsAnHour: { favourited: 40, carted: 40, bought: 80 },
    galleriesOfCart: 10,
  },
  /** Longer than an upload's address, a token or a checkout lives that was granted before the wish. */
  account: {
    eraseAfterHours: 1,
    /** From an erasure's beginning to its first look: longer than any request of before runs, and than an index lags. */
    eraseSettlesSeconds: 60,
  },
  pageName: { min: 3, max: 30, checkDelayMs: 500, quarantineDays: 90 },
  password: { min: 6, max: 256, hashRounds: 10, galleryMaxBytes: 72 },
  profile: { displayNameLength: 80, bioLength: 1_000, websiteLength: 300 },
  /**
   * An order of so many photographers is completed in one transaction, of 100 writes at most; one of so many photos is
   * written in six before that (decision 143).
   */
  cart: { maxItems: 500, maxPhotographers: 40, maxUpgrades: 20, storageKey: 'shopping_cart' },
  /** Codes of a photographer. Four letters are guessed sooner than five tries a cart allow them to be. */
  code: { minLength: 4, maxLength: 64, most: 200, maxUses: 1_000_000 },
  order: {
    checkoutLifeMinutes: 31,
    /** Orders whose payment page a browser was led to: so many of the newest it keeps, and names. */
    openedKept: 5,
    nameLength: 120,
    emailLength: 254,
    /** Of a photographer's photos in one order, so many stand with their share; the others are read from the order. */
    photosInShare: 40,
    /** Photos of all whole galleries of one order. */
    wholePhotosInAll: 4_000,
    /** Files of a whole gallery in one item of the table: some 40 kB. */
    filesAPart: 50,
    /** Lines of an order that a mail lists. */
    linesInMail: 40,
    /**
     * Days for which a checkout keeps the files of deleted photos, and how many may have passed before another one begins
     * them anew: 30 at the least, while bank debits take two weeks to fail, and Stripe sends an event again for three days
     * (https://docs.stripe.com/webhooks#retries).
     */
    filesHeldDays: 60,
    filesHeldAnewDays: 30,
    /** Days without a download after which a buyer is reminded. */
    remindAfterDays: 14,
  },
  payout: {
    holdHours: 48,
    transfersPerBatch: 90,
    /** How long one run goes on with a payout before it hands the rest to the next. */
    sendingMs: 240_000,
    /** How long a balance may stay below zero before a person looks at it. */
    negativeDays: 30,
    salesPerPage: 25,
    /** For a file of all sales; of half a kilobyte each. */
    mostSalesAtOnce: 500,
  },
  platform: {
    /**
     * Kept in the platform's balance as a reserve: for ten disputes at £20, or for refunds of money that was paid out.
     */
    reservePence: 20_000,
    /** Money that is paid out by hand has to leave within 90 days: https://docs.stripe.com/connect/manual-payouts */
    lyingDays: 75,
  },
  /** How long a refund may be under way before a person looks at it. */
  refund: { pendingDays: 2 },
  trial: { months: 2, reminderDays: 14, warningDays: 7, subscriptionPence: 699, renewalGraceHours: 24 },
  proofing: {
    feedbackLength: 2_000,
    perPage: 60,
    mostSessionsAtOnce: 100,
    decisionsAtOnce: 50,
    /** So long a decision waits for a connection at most. */
    decisionKeptMs: 24 * 60 * 60_000,
    /** A decision gives way to one that was made so much later: what tells their times differs with each request. */
    overlapMs: 60_000,
    maxSelection: 10_000,
    remindHoursBefore: 24,
  },
  analytics: { recentOrders: 5, topPhotos: 5 },
  /** Closed reports are kept for a year, in case a takedown is disputed. */
  report: { textLength: 2_000, keptDays: 365 },
  /** Addresses that visitors leave. */
  visitors: {
    perPage: 100,
    closingDays: { week: 7, day: 1 },
    /** People who report a photographer's mails as unwanted until no more are sent. */
    complaints: 2,
    /** A cart that was left is told of once, and can be opened by that mail's link until it is forgotten. */
    cartMailAfterHours: 24,
    /** So much later at most, where the mailbox was sent enough on the day. */
    cartMailLateHours: 72,
    cartKeptDays: 14,
    /** Private galleries of such a cart, whose grants are kept with it. */
    cartGrants: 40,
  },
  session: { storageKey: 'gallery_session' },
} as const

/**
 * The file types that the drop zone and the server accept (specification, section 2, "Upload page"), with their
 * extensions. Two are added to the specification's: ".tif", which our own deliveries use for TIFF, and ".jfif", which
 * Chrome on Windows gives to a JPEG. A file without an extension gets the first one of its type.
 */
export const uploadTypes = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/tiff': ['tif', 'tiff'],
  'image/x-raw': ['raw', 'cr2', 'nef', 'arw'],
} as const
