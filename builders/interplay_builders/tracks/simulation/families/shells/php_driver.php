<?php
// Answers one request to a page: php php_driver.php PAGE QUERY, in the session of the only visitor.
ob_start();
session_id('visitor');
parse_str($argv[2], $_GET);
$_REQUEST = $_GET;
(function (string $page): void {
    include $page;
})($argv[1]);
