/** Where the orders that this browser was led to pay are kept; apart from them, since every page forgets them with a session. */
export const openedOrdersKey = 'opened_orders'

/** Forgets all of them: a paid one is opened by its id, and the next person may use this browser. */
export const dropOpenedOrders = () => localStorage.removeItem(openedOrdersKey)
