import { RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from '#lib/stage.ts'

/**
 * In production the resource is kept even when its stack is deleted. Only a deployment that fails while it creates the
 * resource removes it again: left behind, it would occupy the name that the next deployment needs.
 */
export const keptOnceMade = ({ data }: Stage): RemovalPolicy =>
  data === 'keep' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/**
 * The same for a resource that AWS refuses to delete, such as one with deletion protection: removing it after a failed
 * deployment would fail too. AWS generates its name, so that one that was left behind blocks no later deployment.
 */
export const keptAlways = ({ data }: Stage): RemovalPolicy =>
  data === 'keep' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
