/** The name of the event by which the site says that it answers touches now. */
export const interactiveEvent = 'darkslide:interactive'
