/** Where the orders that this browser was led to pay are kept. */
export const openedOrdersKey = 'opened_orders'
