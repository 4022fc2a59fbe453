<?php
// The walk of test/generators/walk.ts by openapi-generator's client for PHP, with Debian's Guzzle.
use GuzzleHttp\Client;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;

const PREFIX = 'OpenAPI\\Client\\';
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, PREFIX)) require 'lib/' . str_replace('\\', '/', substr($class, strlen(PREFIX))) . '.php';
});

$given = json_decode(file_get_contents('php://stdin'), true);
$configuration = (new Configuration())->setHost($given['base_url'])->setUsername($given['api_key'])->setPassword('');
$group = PREFIX . 'Api\\GROUPApi';
$api = new $group(new Client(), $configuration);

$created = $api->createCustomer(email: $given['email']);
$listed = [];
$page = null;
do {
    $members = $api->listMembers(limit: 3, page: $page);
    foreach ($members->getObjects() as $member) $listed[] = $member->getEmail();
    $page = $members->getNextPage();
} while ($page !== null);
$subscription = $api->createSubscription($created->getId(), $given['plan_id'], price_id: $given['price_id']);
try {
    $api->getCustomer('cus_unknown');
    $error = null;
} catch (ApiException $failure) {
    $error = [$failure->getCode(), json_decode($failure->getResponseBody(), true)['error']['code']];
}
echo json_encode([
    'created' => $created->getEmail(),
    'got' => $api->getCustomer($created->getId())->getEmail(),
    'listed' => $listed,
    'filtered' => count($api->listMembers(created_after: $given['long_ago'], limit: 1)->getObjects()),
    'subscribed' => $subscription->getStatus(),
    'canceled' => $api->cancelSubscription($subscription->getId())->getStatus(),
    'error' => $error,
]);
