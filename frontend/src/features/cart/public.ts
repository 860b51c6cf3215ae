// What other features may use of the cart.
export { forgetAttempt } from './attempt-key.ts'
