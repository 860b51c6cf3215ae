import { CfnAccessPolicy, CfnCollection, CfnSecurityPolicy } from 'aws-cdk-lib/aws-opensearchserverless'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Stage } from '#lib/stage.ts'
import { searchFellBack } from '#schema/alarms.ts'

/**
 * What a function does there, as data access policies name it
 * (https://docs.aws.amazon.com/opensearch-service/latest/developerguide/serverless-genref.html). Names of indices are patterns:
 * a collection has those of one kind alone.
 */
const reading = ['aoss:ReadDocument']
const writing = [...reading, 'aoss:WriteDocument', 'aoss:CreateIndex']
/** Giving an index the name that is searched. */
const naming = ['aoss:CreateCollectionItems', 'aoss:UpdateCollectionItems', 'aoss:DescribeCollectionItems']

/**
 * The OpenSearch Serverless collection of a stage: copies of what the table holds, so it goes with its stack, and one that
 * comes anew is filled anew. It is reached by signed requests alone, and each caller needs both its role's permission and a
 * policy of the collection (.../developerguide/serverless-data-access.html).
 */
export class SearchCollection extends Construct {
  private readonly collection: CfnCollection
  private readonly name: string

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    this.name = `darkslide-${stage.name}`
    const rule = { ResourceType: 'collection', Resource: [`collection/${this.name}`] }
    const encryption = new CfnSecurityPolicy(this, 'Encryption', {
      name: this.name,
      type: 'encryption',
      policy: JSON.stringify({ Rules: [rule], AWSOwnedKey: true }),
    })
    // Functions run outside any network of ours, as with the table: what counts is who signs.
    const network = new CfnSecurityPolicy(this, 'Network', {
      name: this.name,
      type: 'network',
      policy: JSON.stringify([{ Rules: [rule], AllowFromPublic: true }]),
    })
    this.collection = new CfnCollection(this, 'Collection', {
      name: this.name,
      description: 'Search of the market: copies of listed galleries.',
      type: 'SEARCH',
      // A second copy in another zone costs twice; while there is none, an outage of a zone leaves searches to the table.
      standbyReplicas: stage.data === 'keep' ? 'ENABLED' : 'DISABLED',
    })
    // The policies are found by the collection's name, and must be there before it.
    this.collection.addResourceDependency(encryption)
    this.collection.addResourceDependency(network)
  }

  /** Lets `fn` search, and raises an alarm on days on which it could not. */
  grantSearch(fn: MarketFunction): void {
    this.grant(fn, 'search', { index: reading })
    fn.raiseWhenLogged('SearchFellBack', {
      message: searchFellBack,
      impact: 'The collection did not answer: searches came from the table, which knows less of large answers.',
      runbook: 'search',
    })
  }

  /** Lets `fn` write documents, and make the index if there is none. */
  grantWrite(fn: MarketFunction): void {
    this.grant(fn, 'write', { index: writing })
  }

  /** The same for the one that also opens the index for searching. */
  grantFill(fn: MarketFunction): void {
    this.grant(fn, 'fill', { index: writing, collection: naming })
  }

  private grant(
    fn: MarketFunction,
    what: string,
    { index, collection }: { readonly index: string[]; readonly collection?: string[] },
  ): void {
    fn.setting('SEARCH_ENDPOINT', this.collection.attrCollectionEndpoint)
    fn.allow({ actions: ['aoss:APIAccessAll'], resources: [this.collection.attrArn] })
    const rules = [
      { ResourceType: 'index', Resource: [`index/${this.name}/*`], Permission: index },
      ...(collection
        ? [{ ResourceType: 'collection', Resource: [`collection/${this.name}`], Permission: collection }]
        : []),
    ]
    new CfnAccessPolicy(fn, 'SearchAccess', {
      name: `${this.name}-${what}`,
      type: 'data',
      policy: fn.inPolicy((role) => [{ Rules: rules, Principal: [role] }]),
    })
  }
}
