#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/fix-timezones/part0.go b/src/fix-timezones/part0.go
--- a/src/fix-timezones/part0.go
+++ b/src/fix-timezones/part0.go
@@ -1,1 +1,9 @@
 context
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/fix-timezones/part1.go b/src/fix-timezones/part1.go
--- a/src/fix-timezones/part1.go
+++ b/src/fix-timezones/part1.go
@@ -1,2 +1,16 @@
 context
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/fix-timezones/part2.go b/src/fix-timezones/part2.go
--- a/src/fix-timezones/part2.go
+++ b/src/fix-timezones/part2.go
@@ -1,3 +1,6 @@
 context
-old
-old
+new
+new
+new
+new
+new
diff --git a/src/fix-timezones/part3.go b/src/fix-timezones/part3.go
--- a/src/fix-timezones/part3.go
+++ b/src/fix-timezones/part3.go
@@ -1,4 +1,13 @@
 context
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
