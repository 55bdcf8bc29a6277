#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/cache-headers/part0.py b/src/cache-headers/part0.py
--- a/src/cache-headers/part0.py
+++ b/src/cache-headers/part0.py
@@ -1,2 +1,11 @@
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
diff --git a/src/cache-headers/part1.py b/src/cache-headers/part1.py
--- a/src/cache-headers/part1.py
+++ b/src/cache-headers/part1.py
@@ -1,3 +1,13 @@
 context
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
diff --git a/src/cache-headers/part2.py b/src/cache-headers/part2.py
--- a/src/cache-headers/part2.py
+++ b/src/cache-headers/part2.py
@@ -1,4 +1,15 @@
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
+new
+new
diff --git a/src/cache-headers/part3.py b/src/cache-headers/part3.py
--- a/src/cache-headers/part3.py
+++ b/src/cache-headers/part3.py
@@ -1,5 +1,17 @@
 context
-old
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
+new
+new
+new
+new
EOF
