/** Deliveries of a message before it is set aside for a person to look at (docs/money.md, "Webhook events"). */
export const maxDeliveries = 5
